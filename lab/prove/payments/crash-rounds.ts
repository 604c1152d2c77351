import pMap from 'p-map';
import { awaitAgreement } from '../agreement.ts';
import type { Log } from '../proof.ts';
import { requireOpen, type TestEnvironment } from '../test-environment.ts';
import type { Round, Scenario } from './scenarios.ts';

/** How long a point may take to be reached on a busy machine: the job queue is polled every fifteen seconds. */
const REACH_MS = 60_000;
const MOST_TRIES = 12;
const AT_ONCE = 4;

export type Tried = { what: string; times: number; crashes: number; ends: Ends; seconds: number; violations: string[] };
export type Ends = { paid: number; refunded: number; free: number };

/** Kills the shop at one point, round after round, then opens it without the fault and waits until the ledgers agree. */
export async function crashAt(
  env: TestEnvironment,
  { scenario, point, times }: { scenario: Scenario; point: string; times: number },
  log: Log,
): Promise<Tried> {
  const what = `${scenario.name}: ${point}`;
  const rounds = await prepare(env, scenario, times);
  const violations: string[] = [];
  let crashes = 0;
  for (const [number, round] of rounds.entries()) {
    log(`${what}, round ${number + 1} of ${times}`);
    const met = await crashOnce(env, scenario, round, point);
    crashes += met;
    if (met === 0) violations.push(`${what}: not reached in round ${number + 1}`);
  }
  const shop = await requireOpen(env);
  if (scenario.events !== 'never') await env.provider.call('POST', '/standin/webhooks', { release: true });
  const agreement = await awaitAgreement(env);
  violations.push(...agreement.violations.map((violation) => `${what}: ${violation}`));
  const ends = await countEnds(
    env,
    rounds.map(({ order }) => order.id),
  );
  await shop.kill();
  return { what, times, crashes, ends, seconds: agreement.seconds, violations };
}

/** Every round up to its last step, in a whole shop to which the provider sends no events meanwhile. */
async function prepare(env: TestEnvironment, scenario: Scenario, times: number): Promise<Round[]> {
  await env.provider.call('POST', '/standin/webhooks', { hold: true });
  const shop = await requireOpen(env);
  const rounds = await pMap(Array(times).keys(), () => scenario.prepare(env), { concurrency: AT_ONCE });
  await shop.kill();
  return rounds;
}

/** How often the shop crashed in this round: more than once where work left from an earlier round reaches the point too. */
async function crashOnce(env: TestEnvironment, scenario: Scenario, round: Round, point: string): Promise<number> {
  await scenario.before?.(env, round);
  let crashes = 0;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await env.provider.call('POST', '/standin/webhooks', { hold: scenario.events !== 'always' });
    const shop = await env.openShop({ crashAt: point });
    if (!shop) {
      crashes++;
      if (scenario.act) continue;
      return crashes;
    }
    const wasReceived = await isReceived(async () => scenario.act?.(env, round));
    const hasEnded = await shop.ends(wasReceived ? REACH_MS : 1_000);
    if (hasEnded) crashes++;
    else await shop.kill();
    if (wasReceived) return crashes;
  }
  return crashes;
}

/** False if no shop listened. That the shop died before it answered is what is tried here. */
async function isReceived(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED';
  }
}

export async function countEnds({ provider, query }: TestEnvironment, ids: number[]): Promise<Ends> {
  const completed = await query<{ id: number }>(`select id from orders where status = 'C' and id = any($1)`, [ids]);
  const back = new Set((await provider.ledger()).filter(({ kind }) => kind === 'refund').map((line) => line.custom_id));
  const refunded = await query<{ id: number }>(
    `select distinct order_id as id from payments where order_id = any($1) and id::text = any($2)
      and not exists (select from orders where orders.id = order_id and status = 'C')`,
    [ids, [...back]],
  );
  const [paid, given] = [completed.length, refunded.length];
  return { paid, refunded: given, free: ids.length - paid - given };
}
