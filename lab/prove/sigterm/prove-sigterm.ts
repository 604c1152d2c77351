import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure } from '../../rig/table.ts';
import { openFirst } from '../agreement.ts';
import { withBalanced } from '../balancer.ts';
import { buyUnder } from '../buy-under.ts';
import { isWanted, type Line, type Log, type Proof, type ProofOptions, scaled } from '../proof.ts';
import { recordRequests } from '../record-requests.ts';
import { type OpenShop, openTestEnvironment, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { visitShop } from '../visit-shop.ts';

const TIMES = 50;
const LIMIT_MS = 10_000;
const PATIENCE_MS = 15_000;
/** Every so many times there is an open connection on which nothing is sent. */
const SPARE_EVERY = 5;
const READERS = 4;
/** Paths whose replies are cached, and one that no request had before. */
const CACHED = ['/', '/product', '/api/products/'];
const pathOf = (reader: number, step: number) =>
  CACHED[step % (CACHED.length + 1)] ?? `/api/products/?search=tulip${reader}-${step}`;
const ALONE = 'one shop, asked to end and opened again';
const ROLLING = 'two shops behind HAProxy, one after the other';

/** Ends a busy shop with SIGTERM, as every new version does: requests that had begun are answered. */
export const sigterm: Proof = {
  name: 'sigterm',
  about: 'ends the shop with SIGTERM while people buy and opens it again; then two behind HAProxy in turn',
  async prove(options, log) {
    const lines: Line[] = [];
    if (isWanted(options, ALONE)) lines.push(await endAlone(options, log));
    if (isWanted(options, ROLLING)) lines.push(await endInTurn(options, log));
    return { lines };
  },
};

async function endAlone(options: ProofOptions, log: Log): Promise<Line> {
  await using env = await openTestEnvironment();
  await openFirst(env);
  const ending = noteEndings();
  let shop = await requireOpen(env);
  const line = await tradeWhile(env, { options, log, what: ALONE, ending, pause: [200, 2_500] }, async () => {
    await ending.end(shop, PORTS.shop);
    shop = await requireOpen(env);
  });
  return line;
}

function endInTurn(options: ProofOptions, log: Log): Promise<Line> {
  // Before the shops are started: it records how each of them ends.
  const ending = noteEndings();
  let turn = 0;
  return withBalanced(2, ROLLING, ({ env, restart }) => {
    // The other one is ended only when the balancer knows that this one is back.
    const trading: Trading = { options, log, what: ROLLING, ending, pause: [1_500, 2_500], mayBeAway: false };
    return tradeWhile(env, trading, () => restart(turn++ % 2, ending.end));
  });
}

type Ending = ReturnType<typeof noteEndings>;

function noteEndings() {
  const exits = noteExits();
  const found = { lost: [] as string[], slowestMs: 0 };
  let endings = 0;
  return {
    ...exits,
    found,
    async end(shop: OpenShop, port: number): Promise<void> {
      const spare = endings++ % SPARE_EVERY === 0 ? await openSpare(port) : undefined;
      const start = performance.now();
      process.kill(shop.pid, 'SIGTERM');
      const hasEnded = await shop.ends(PATIENCE_MS);
      const ms = performance.now() - start;
      found.slowestMs = Math.max(found.slowestMs, ms);
      if (!hasEnded) await shop.kill();
      spare?.destroy();
      const beside = spare ? ' beside a connection that nobody uses' : '';
      if (ms > LIMIT_MS) found.lost.push(`The shop took ${figure(ms / 1000)} s to end${beside}.\n${shop.words()}`);
      const code = exits.of(shop.pid);
      if (hasEnded && code !== 0) found.lost.push(`The shop ended with ${code}.\n${shop.words()}`);
    },
  };
}

/** Browsers open a connection or two before they need them. */
async function openSpare(port: number): Promise<Socket> {
  const spare = connect(port, '127.0.0.1');
  spare.on('error', () => {});
  await once(spare, 'connect');
  await sleep(100);
  return spare;
}

type Trading = {
  options: ProofOptions;
  log: Log;
  what: string;
  ending: Ending;
  pause: [number, number];
  mayBeAway?: boolean;
};

/** Eight customers buy and four visitors read while the shop is ended so many times; no reply may be cut off. */
async function tradeWhile(
  env: TestEnvironment,
  { options, log, what, ending, pause, mayBeAway = true }: Trading,
  endOne: () => Promise<void>,
): Promise<Line> {
  const requests = recordRequests();
  const leave = visitShop({ visitors: READERS, pathOf, timeoutMs: 20_000 });
  const harm = async () => {
    await endOne();
    return `${what}, ${requests.cut.length} cut off`;
  };
  const often = { times: scaled(options, TIMES, 2), seed: `${options.seed} ${what}`, pause };
  const line = await buyUnder(env, what, harm, often, log);
  const { answers, failures } = await leave();
  requests.stop();
  ending.stop();
  // While a single shop is closed, connections are refused, or reset by the kernel, which had accepted them before the shop
  // did; behind a balancer no customer may notice anything.
  const isRefused = (words: string) => mayBeAway && words.endsWith('ECONNRESET');
  const refusals = mayBeAway
    ? requests.failed.filter((words) => !words.includes('503'))
    : [...requests.failed, ...Array(requests.refused).fill('nobody listened')];
  const turnedAway = requests.refused + requests.cut.filter(isRefused).length;
  return {
    ...line,
    lost: [
      ...ending.found.lost,
      ...line.lost,
      ...requests.cut.filter((words) => !isRefused(words)),
      ...requests.withoutRetryAfter,
      ...refusals,
    ],
    figures: `${line.figures}, ${answers - failures.length} looks, ended within ${figure(ending.found.slowestMs / 1000)} s, ${requests.reused} kept connections closed in use, ${turnedAway} came while the door was closed`,
  };
}

/** Records the exit code, or the signal, of every process that is started from now on. */
function noteExits(): { of(pid: number): number | NodeJS.Signals | undefined; stop(): void } {
  const ends = new Map<number, number | NodeJS.Signals>();
  const note = (message: unknown) => {
    const { process } = message as { process: ChildProcess };
    process.once('exit', (code, signal) => ends.set(process.pid ?? 0, signal ?? code ?? -1));
  };
  subscribe('child_process', note);
  return { of: (pid) => ends.get(pid), stop: () => unsubscribe('child_process', note) };
}
