import { setTimeout as sleep } from 'node:timers/promises';
import { awaitAgreement } from '../agreement.ts';
import { listForgotten, readProvider } from '../ledger-snapshot.ts';
import type { Log } from '../proof.ts';
import { compareTakings } from '../takings-page.ts';
import { requireOpen, type TestEnvironment } from '../test-environment.ts';
import { addSweeps } from './at-the-desk.ts';
import type { Tried } from './crash-rounds.ts';

const WAIT_MS = 150_000;
const LOOK_EVERY_MS = 5_000;

/**
 * Lets the shop hear everything, makes every payment due and has it swept: whoever approved and left has bought then. The
 * jobs that died with a process come back within a minute or so, and whatever is late must change nothing that is right.
 */
export async function finish(env: TestEnvironment, log: Log): Promise<Tried> {
  await env.provider.call('POST', '/standin/webhooks', { release: true });
  const shop = await requireOpen(env);
  const start = performance.now();
  // A letter that was held back has to leave once its address is confirmed.
  await env.query('update users set email_confirmed_at = now() where email_confirmed_at is null');
  let left = await listLeft(env);
  for (const end = Date.now() + WAIT_MS; left.length > 0 && Date.now() < end; left = await listLeft(env)) {
    log(`at the end: ${left.length} payments, events or letters left`);
    await makeAllDue(env);
    await sleep(LOOK_EVERY_MS);
  }
  const { violations } = await awaitAgreement(env);
  violations.push(...(await compareTakings(env, env.client)).lost);
  const seconds = (performance.now() - start) / 1000;
  violations.push(...left.map((what) => `never ended: ${JSON.stringify(what)}`));
  const [all] = await env.query<{ orders: number; paid: number; refunded: number }>(ALL);
  await shop.kill();
  const { orders = 0, paid = 0, refunded = 0 } = all ?? {};
  const ends = { paid, refunded, free: orders - paid - refunded };
  return { what: 'all of them, at the end', times: orders, crashes: 0, ends, seconds, violations };
}

const ALL = `select count(*)::int as orders, (count(*) filter (where status = 'C'))::int as paid,
  (count(*) filter (where status is distinct from 'C' and exists (
    select from payments where order_id = number.id and state = 'refunded')))::int as refunded
  from order_numbers as number left join orders on orders.id = number.id`;

async function makeAllDue(env: TestEnvironment): Promise<void> {
  await env.query(
    `update refunds set look_again_at = now() - interval '1 s' where state in ('asked', 'unclear') and look_again_at > now()`,
  );
  await env.query(`update payments set look_again_at = now() - interval '1 s', looks = 0
    where state in ('created', 'superseded', 'declined', 'capturing', 'unknown', 'pending', 'refunding') and look_again_at > now()`);
  await env.query(
    "update letters set created_at = created_at - interval '2 minutes' where sent_at is null and last_problem like 'Held back%'",
  );
  await addSweeps(env);
}

/**
 * Approved and captured by nobody, told and not followed, or written and not sent. After a declined capture the buyer was
 * told that nothing is charged, so that is an end.
 */
async function listLeft({ provider, query }: TestEnvironment): Promise<object[]> {
  const { orders } = await readProvider(provider);
  const forgotten = listForgotten(orders);
  const approved = orders.filter(({ status }) => status === 'APPROVED').map(({ id }) => id);
  const left = [
    ...(await query(
      `select id, state, provider_order_id, last_issue from payments
        where state = 'created' and capture_round = 1 and provider_order_id = any($1)`,
      [approved],
    )),
    ...(await query(`select id, state, last_issue from refunds where state in ('asked', 'unclear')`)),
    ...(await query('select id, type, body from webhook_events where processed_at is null')),
    ...(await query('select id, kind, attempts, last_problem from letters where sent_at is null')),
  ];
  return left.filter((what) => !forgotten.some((payment) => JSON.stringify(what).includes(payment)));
}
