import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { openTestMailServer } from '#server/testing/servers/test-mail-server.ts';
import { createCustomer } from '../../rig/customer.ts';
import { percentile } from '../../rig/statistics.ts';
import { figure } from '../../rig/table.ts';
import { openFirst } from '../agreement.ts';
import { cleaningUp } from '../clean-up.ts';
import { isWanted, type Line, type Proof, scaled } from '../proof.ts';
import { recordRequests } from '../record-requests.ts';
import { openTestEnvironment, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { mend, TROUBLES, type Trouble } from './troubles.ts';

const PEOPLE = 20;
const AT_ONCE = 3;
/** At the least: a letter that was tried and failed waits 3 seconds, then 6, then 12. */
const TROUBLED_MS = 15_000;
const LIMIT_MS = 60_000;
/** What no customer notices; on a busy machine, so many times what it takes with a mail server in order. */
const SOON_MS = 500;
const USUAL_TIMES = 3;
const MOST_POLLS = 30;
const PORT = PORTS.behind + 6;

/** A mail server that fails in every way while people register and buy: no request waits for it, no letter is lost. */
export const mail: Proof = {
  name: 'mail',
  about: 'a mail server that is down, slow, refuses and cuts while people register and buy',
  async prove(options, log) {
    await using env = await openTestEnvironment();
    await openFirst(env);
    await env.provider.call('POST', '/standin/webhooks', { release: true });
    const shop = await requireOpen(env, { settings: { SMTP_URL: `smtp://127.0.0.1:${PORT}` } });
    const lines: Line[] = [];
    let usualMs = 0;
    for (const trouble of TROUBLES.filter(({ what }, first) => first === 0 || isWanted(options, what))) {
      const { line, p95 } = await meet(env, trouble, scaled(options, PEOPLE, 3));
      if (trouble === TROUBLES[0]) usualMs = p95;
      const limit = Math.max(SOON_MS, USUAL_TIMES * usualMs);
      if (p95 > limit)
        line.lost.push(`People waited: 95 of 100 answers within ${figure(p95)} ms, not ${figure(limit)}.`);
      log(`${line.what}: ${line.figures}`);
      lines.push(line);
    }
    if (shop.hasEnded()) lines.at(-1)?.lost.push(`The shop ended.\n${shop.words()}`);
    return { lines };
  },
};

async function meet(env: TestEnvironment, trouble: Trouble, people: number) {
  const already = await listLetters(env);
  // Three letters for each: to confirm the address, the confirmation of the order, and the florist's.
  const faults = trouble.faults && { ...trouble.faults(people), port: PORT };
  let server = faults && (await openTestMailServer(faults));
  const close = cleaningUp(async () => server?.close());
  const requests = recordRequests();
  const began = Date.now();
  const failures = await buyAll(env, people);
  requests.stop();
  await sleep(Math.max(0, (trouble.lastsMs ?? TROUBLED_MS) - (Date.now() - began)));
  if (faults) mend(faults);
  server ??= await openTestMailServer({ port: PORT });
  const { received } = server;

  const posted = (await listLetters(env)).filter(({ id }) => !already.some((one) => one.id === id));
  const start = performance.now();
  const arrived = () => Map.groupBy(received, ({ messageId }) => messageId?.slice(1).split('@')[0] ?? '');
  const missing = () => posted.filter(({ id }) => !arrived().has(id));
  while (missing().length > 0 && performance.now() - start < LIMIT_MS) await sleep(100);
  const seconds = (performance.now() - start) / 1000;
  const late = missing();
  // What comes twice comes soon after: until each is marked as sent, and a little longer.
  for (let looks = 0; looks < 20 && (await countWaiting(env)) > 0; looks++) await sleep(500);
  await sleep(1_000);
  await close();

  const twice = [...arrived()].filter(([, letters]) => letters.length > 1).map(([id]) => id);
  const expected = people * 3;
  const p95 = percentile(
    requests.answers.filter(({ method }) => method !== 'GET').map(({ ms }) => ms),
    0.95,
  );
  const line: Line = {
    what: trouble.what,
    tried: posted.length,
    faults: posted.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0),
    lost: [
      ...failures,
      ...requests.failed,
      ...requests.cut,
      ...(posted.length < expected ? [`${posted.length} letters were written for ${people} people`] : []),
      ...late.map(({ id, kind, problem }) => `${kind} ${id} did not come within a minute: ${problem}`),
      ...(trouble.mayRepeat ? [] : twice.map((id) => `${id} came twice`)),
    ],
    figures: `${people} bought, 95 of 100 writes within ${figure(p95)} ms, all there ${figure(seconds)} s after, ${twice.length} twice`,
  };
  return { line, p95 };
}

/** Everybody registers and buys, a few at once; the failures. */
async function buyAll({ client, provider, promised }: TestEnvironment, people: number): Promise<string[]> {
  const buyOne = async () => {
    try {
      // The provider's event may be followed just then: the page polls, as here.
      promised.paid.add(await (await createCustomer(client)).buy(provider, { note: 'With love' }, MOST_POLLS));
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  };
  return (await pMap(Array(people).keys(), buyOne, { concurrency: AT_ONCE })).flat();
}

type Posted = { id: string; kind: string; attempts: number; problem: string | null };

const listLetters = ({ query }: TestEnvironment) =>
  query<Posted>('select id, kind, attempts, last_problem as problem from letters order by created_at');

async function countWaiting({ query }: TestEnvironment): Promise<number> {
  const [found] = await query<{ waiting: number }>(
    'select count(*)::int as waiting from letters where sent_at is null',
  );
  return found?.waiting ?? 0;
}
