import { getOk } from '../../rig/http-client.ts';
import { describeRun } from '../../rig/machine.ts';
import { countCpu, residentOf } from '../../rig/processes.ts';
import { makeDataDir, reopenShop } from '../../rig/shop.ts';
import { median, percentile } from '../../rig/statistics.ts';
import { against, figure, ratio, type Table } from '../../rig/table.ts';
import { clearResponseCache } from '../clear-response-cache.ts';
import type { Report } from '../results.ts';
import { BEHIND_PROXY } from '../visitors.ts';
import { EACH, listCalls } from './calls.ts';
import { drawPlot } from './draw-plot.ts';
import { fill } from './fill.ts';
import type { GrowthCall } from './growth-call.ts';
import { type Subject, toSubject } from './subject.ts';

const SIZES = [100, 1_000, 10_000, 100_000, 1_000_000];
const ROUNDS = 3;
const WARM_UP = 8;
const ROUND_MS = 2_500;
/** What counts as flat, from the smallest size to the largest. */
const FLAT = 2;
const MEGABYTE = 2 ** 20;
/** Beyond it the whole list would be more than a string can hold. */
const LARGEST_WHOLE_LIST = 100_000;

type Cost = { ms: number[]; cpuMs: number[]; failure?: string };
type Sized = { size: number; calls: GrowthCall[]; costs: Cost[]; shop: string[] };

const nameSize = (size: number) => size.toLocaleString('en-GB');

/** Calls as often as the round allows, and records the processor time of each call. */
async function measureRound(subject: Subject, call: GrowthCall, cost: Cost, most = call.most ?? EACH): Promise<void> {
  const { shop } = subject;
  await clearResponseCache(subject.db);
  await call.prepare?.();
  const spent = countCpu(call.here ? [shop.pid, process.pid] : [shop.pid], shop.dataDir);
  const deadline = Date.now() + ROUND_MS;
  let count = 0;
  while (count < most && (count === 0 || Date.now() < deadline)) cost.ms.push(await call.run(count++));
  const { serverUs, postgresUs } = spent();
  cost.cpuMs.push((serverUs + postgresUs) / count / 1000);
}

async function measureCalls(subject: Subject, calls: GrowthCall[]): Promise<Cost[]> {
  const costs = calls.map((): Cost => ({ ms: [], cpuMs: [] }));
  for (let round = -1; round < ROUNDS; round++) {
    for (const [index, call] of calls.entries()) {
      const cost = costs[index] as Cost;
      if (cost.failure) continue;
      // The first round warms up and counts for nothing.
      if (round === 0) Object.assign(cost, { ms: [], cpuMs: [] });
      try {
        await measureRound(subject, call, cost, round < 0 ? Math.min(call.most ?? EACH, WARM_UP) : undefined);
      } catch (error) {
        cost.failure = (error as Error).message.slice(0, 200);
      }
    }
  }
  return costs;
}

/** The whole list is unlimited by its contract: it is requested once, last, because it is the heaviest of all. */
async function fetchWholeList({ shop, client }: Subject, size: number): Promise<string[]> {
  if (size > LARGEST_WHOLE_LIST) return ['not asked for', '–', '–'];
  const { ms, body } = await getOk(client, '/api/products/');
  return [`${figure(body.length / MEGABYTE)} MB`, figure(ms), figure(residentOf(shop.pid) / 1024)];
}

async function measureSize(dataDir: string, size: number): Promise<Sized> {
  const log = (what: string) => console.error(`${nameSize(size)}: ${what}`);
  const filling = await reopenShop(dataDir, BEHIND_PROXY);
  const fillStart = performance.now();
  try {
    await fill(filling.connectionString, size);
  } finally {
    // It is opened again to see how long that takes, and with nothing left to write down from the filling.
    await filling.stop();
  }
  const fillSeconds = (performance.now() - fillStart) / 1000;
  log(`filled in ${figure(fillSeconds)} s`);
  const start = performance.now();
  await using shop = await reopenShop(dataDir, BEHIND_PROXY);
  const startMs = performance.now() - start;
  await using subject = await toSubject(shop);
  const calls = listCalls(subject);
  const atRest = residentOf(shop.pid) / 1024;
  const costs = await measureCalls(subject, calls);
  const used = residentOf(shop.pid) / 1024;
  const { rows } = await subject.db.query('select pg_database_size(current_database())::float8 as bytes');
  const whole = await fetchWholeList(subject, size);
  log('measured');
  const figures = [fillSeconds, rows[0].bytes / MEGABYTE, startMs, atRest, used].map(figure);
  return { size, calls, costs, shop: [nameSize(size), ...figures, ...whole] };
}

/** What each call costs from a hundred bouquets and orders to a million, in one database that grows. */
export async function measureGrowth(sizes = SIZES): Promise<Report> {
  const run = describeRun(['fastify', 'drizzle-orm', 'pg']);
  await using folder = await makeDataDir();
  const measured: Sized[] = [];
  for (const size of sizes) measured.push(await measureSize(folder.dataDir, size));
  const svg = drawPlot(toPanels(measured), sizes);
  return {
    kind: 'growth',
    run,
    tables: [toCosts(measured), toShops(measured)],
    drawing: { file: 'growth.svg', svg },
  };
}

const cpuAt = ({ costs }: Sized, index: number) => median(costs[index]?.failure ? [] : (costs[index]?.cpuMs ?? []));

function toPanels(measured: Sized[]) {
  const calls = measured[0]?.calls ?? [];
  return [...new Set(calls.map(({ panel }) => panel))].map((title) => ({
    title,
    lines: calls.flatMap(({ name, panel, growth }, index) =>
      panel === title
        ? [{ name, mayGrow: growth === 'may grow', values: measured.map((sized) => cpuAt(sized, index)) }]
        : [],
    ),
  }));
}

function toCosts(measured: Sized[]): Table {
  const [few, many] = [measured[0], measured.at(-1)] as [Sized, Sized];
  const failures = measured.flatMap(({ size, calls, costs }) =>
    costs.flatMap(({ failure }, index) => (failure ? [`${calls[index]?.name} at ${nameSize(size)}: ${failure}`] : [])),
  );
  return {
    title: 'A call from a hundred bouquets and orders to a million, CPU ms and p50 ms',
    columns: ['', ...measured.map(({ size }) => nameSize(size)), 'CPU ratio', `flat: ≤ ${FLAT}×`],
    rows: few.calls.map(({ name, growth, flatFrom = 0 }, index) => {
      const from = measured.find(({ size }) => size >= flatFrom) ?? few;
      const times = cpuAt(many, index) / cpuAt(from, index);
      const cell = (sized: Sized) =>
        `${figure(cpuAt(sized, index))} · ${figure(percentile(sized.costs[index]?.ms ?? [], 0.5))}`;
      return [
        name,
        ...measured.map(cell),
        ratio(cpuAt(many, index), cpuAt(from, index)),
        growth === 'flat' ? against(flatFrom ? `from ${nameSize(flatFrom)} on` : 'must be', times <= FLAT) : 'may grow',
      ];
    }),
    notes: [
      `CPU is that of the shop and its PostgreSQL together, for one call, as the median of ${ROUNDS} rounds of up to ${EACH} calls, one at a time; p50 is over all of them. For the desk and the sweeps it is that of the command and PostgreSQL.`,
      'No answer is cached: within a round no two questions are alike, and before each the shop is told that its catalogue has changed. Facets and the home page are told so before each question: in between they are kept.',
      'The buyer whose history is read has five orders at each size, the day at the desk has twenty. Orders are spread over 1,000 days; a tenth was begun twice, one in fifty declined once. Letters are those of 90 days, events those of 30.',
      ...(failures.length > 0 ? [`Failed: ${failures.join('; ')}`] : []),
    ],
  };
}

const toShops = (measured: Sized[]): Table => ({
  title: 'The shop itself',
  columns: [
    'bouquets and orders',
    'filled in s',
    'database MB',
    'started in ms',
    'resident MB at rest',
    'after the calls',
    'whole list',
    'made in ms',
    'resident MB then',
  ],
  rows: measured.map(({ shop }) => shop),
  notes: [
    'The whole list, without a limit, grows with the catalogue by its contract; the pages never ask for it. Of a million bouquets it would be a gigabyte, which the shop cannot write at once.',
  ],
});
