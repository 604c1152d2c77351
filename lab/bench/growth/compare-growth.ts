import { createHash } from 'node:crypto';
import pg from 'pg';
import { countCpu } from '../../rig/processes.ts';
import type { makeDataDir, reopenShop } from '../../rig/shop.ts';
import type { clearResponseCache } from '../clear-response-cache.ts';
import { loadBench } from '../load-bench.ts';
import { BEHIND_PROXY } from '../visitors.ts';
import { EACH, type listCalls } from './calls.ts';
import type { fill } from './fill.ts';
import type { GrowthCall } from './growth-call.ts';
import type { Subject, toSubject } from './subject.ts';

/** A person may open forty payments in ten minutes. */
const mostOf = ({ most }: GrowthCall) => (most === undefined ? EACH : Math.ceil(most / 5));
const ROUND_MS = 2_500;
/** Until its code is compiled a checkout costs twice as much, and what is compiled when is chance. */
const WARM_UP_MS = 10_000;

type Bench = {
  makeDataDir: typeof makeDataDir;
  reopenShop: typeof reopenShop;
  fill: typeof fill;
  toSubject: typeof toSubject;
  listCalls: typeof listCalls;
  clearResponseCache: typeof clearResponseCache;
};
type Opened = AsyncDisposable & { subject: Subject; calls: GrowthCall[]; bench: Bench };

const PARTS = ['shop.ts', 'growth/fill.ts', 'growth/subject.ts', 'growth/calls.ts', 'clear-response-cache.ts'];

/**
 * The CPU ms of each call with so many bouquets and orders in every round, for each of these checkouts. All are open at once,
 * and every round measures a call in one after the other, in turn in the other order: what else the machine does meanwhile
 * meets them alike.
 */
export async function compareGrowth(
  folders: string[],
  size: number,
  howMany: number,
  isAskedFor: (name: string) => boolean = () => true,
): Promise<Map<string, number[][]>> {
  await using opened = new AsyncDisposableStack();
  const versions: Opened[] = [];
  for (const folder of folders) versions.push(opened.use(await openVersion(folder, size)));
  const names = [...new Set(versions.flatMap(({ calls }) => calls.map(({ name }) => name)))].filter(isAskedFor);
  if (names.length === 0) throw new Error('No call is named so.');
  const rounds = new Map(names.map((name) => [name, versions.map((): number[] => [])]));
  for (let round = 0; round <= howMany; round++) {
    console.error(round === 0 ? 'warming up' : `round ${round} of ${howMany}`);
    for (const [name, costs] of shuffle([...rounds], round)) {
      for (const [index, version] of inTurn([...versions.entries()], round)) {
        const cpuMs = await measureCall(version, name, round === 0);
        if (round > 0) costs[index]?.push(cpuMs);
      }
    }
  }
  return rounds;
}

/** Who goes second may find what the first has left in the processor's caches. */
export const inTurn = <T>(versions: T[], round: number): T[] => (round % 2 === 0 ? versions : versions.toReversed());

/**
 * Another order in every round, the same in every run. A round leaves as much garbage as the one before: in a fixed order V8
 * would collect it during the same call each time, and that call would look dearer by a hundred milliseconds.
 */
const shuffle = <T>(calls: [string, T][], round: number): [string, T][] => {
  const rank = ([name]: [string, T]) => createHash('md5').update(`${round} ${name}`).digest('hex');
  return calls.toSorted((left, right) => rank(left).localeCompare(rank(right)));
};

/** A version fills its own database, and is called by its own bench, which knows its tables. */
async function openVersion(folder: string, size: number): Promise<Opened> {
  const bench = await loadBench<Bench>(folder, PARTS);
  await using opening = new AsyncDisposableStack();
  const { dataDir } = opening.use(await bench.makeDataDir());
  {
    await using filling = await bench.reopenShop(dataDir, BEHIND_PROXY);
    await bench.fill(filling.connectionString, size);
    await analyse(filling.connectionString);
  }
  const subject = opening.use(await bench.toSubject(opening.use(await bench.reopenShop(dataDir, BEHIND_PROXY))));
  const all = opening.move();
  return { subject, calls: bench.listCalls(subject), bench, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Plans depend on statistics, and when PostgreSQL makes them by itself is chance. */
async function analyse(connectionString: string): Promise<void> {
  const db = new pg.Client(connectionString);
  await db.connect();
  await db.query('vacuum analyze');
  await db.end();
}

/** Not a number where a version has no such call, or it fails. */
async function measureCall({ subject, calls, bench }: Opened, name: string, isWarmUp: boolean): Promise<number> {
  const call = calls.find((each) => each.name === name);
  if (!call) return Number.NaN;
  const { shop, db } = subject;
  try {
    await bench.clearResponseCache(db);
    await call.prepare?.();
    const spent = countCpu(call.here ? [shop.pid, process.pid] : [shop.pid], shop.dataDir);
    const deadline = Date.now() + (isWarmUp ? WARM_UP_MS : ROUND_MS);
    const most = isWarmUp ? (call.most ?? EACH) : mostOf(call);
    let count = 0;
    while (count < most && (count === 0 || Date.now() < deadline)) await call.run(count++);
    const { serverUs, postgresUs } = spent();
    return (serverUs + postgresUs) / count / 1000;
  } catch (error) {
    console.error(`${name}: ${(error as Error).message.slice(0, 200)}`);
    return Number.NaN;
  }
}
