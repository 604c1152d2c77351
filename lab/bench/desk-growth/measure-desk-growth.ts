import { addDays, londonDay } from '#contract/delivery.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { fillDay, signInStaff } from '#server/testing/fill-day.ts';
import { type HttpClient, openHttpClient, requireStatus } from '../../rig/http-client.ts';
import { describeRun } from '../../rig/machine.ts';
import { meterCpu } from '../../rig/processes.ts';
import { withClient } from '../../rig/run-query.ts';
import { makeDataDir, reopenShop, type Shop } from '../../rig/shop.ts';
import { median, percentile } from '../../rig/statistics.ts';
import { against, figure, ratio, type Table } from '../../rig/table.ts';
import type { Report } from '../results.ts';
import { type DeskCall, listCalls } from './calls.ts';
import { fillShop } from './fill-shop.ts';
import { explainCalls, type Plan, writePlans } from './plans.ts';
import { readSamples } from './read-samples.ts';
import type { ShopSize } from './shop-rows.ts';
import { LAST_NAMES, STAFF } from './shop-words.ts';

const SMALL: ShopSize = { orders: 10_000, people: 3_000, bouquets: 100 };
const LARGE: ShopSize = { orders: 1_000_000, people: 300_000, bouquets: 10_000 };
const TODAY = 140;
const CALLS = 60;
const WARM_UP = 12;
const AIM_MS = { median: 50, p99: 150 };
/** What counts as flat. */
const FLAT = 2;
/** Below it, a ratio says how much noise there is. */
const NEXT_TO_NOTHING_MS = 5;

/** Milliseconds of each call: processor time of the shop and of PostgreSQL, and what passed. */
type Cost = { cpuMs: number[]; postgresMs: number[]; ms: number[]; bytes: number };
type Sized = { size: ShopSize; calls: DeskCall[]; costs: Cost[]; filledInS: number; plans: Plan[] };

const nameCount = (count: number) => count.toLocaleString('en-GB');

/** What each page and search of the desk costs with ten thousand orders and with a million. */
export async function measureDeskGrowth([few, many]: [ShopSize, ShopSize] = [SMALL, LARGE]): Promise<Report> {
  const run = describeRun(['fastify', 'react-router', 'pg']);
  const small = await measureSize(few);
  const large = await measureSize(many, { withPlans: true });
  return { kind: 'desk-growth', run, tables: [toCosts(small, large), toPlans(large)] };
}

async function measureSize(size: ShopSize, { withPlans = false } = {}): Promise<Sized> {
  const log = (what: string) => console.error(`${nameCount(size.orders)} orders: ${what}`);
  await using folder = await makeDataDir();
  const { dataDir } = folder;
  const start = performance.now();
  await fill(dataDir, size);
  const filledInS = (performance.now() - start) / 1000;
  log(`filled in ${figure(filledInS)} s`);
  const measured = await withOpenShop(dataDir, measureCalls);
  log('measured');
  const plans = withPlans ? await readPlans(dataDir) : [];
  return { size, filledInS, plans, ...measured };
}

/** A past, and a day with as many orders at each size. The shop is opened again with nothing left to write down. */
async function fill(dataDir: string, size: ShopSize): Promise<void> {
  await using shop = await reopenShop(dataDir);
  for (const name of STAFF) await signInStaff(shop.connectionString, name, ['owner']);
  await fillShop(shop.connectionString, size);
  for (const day of [0, 1]) {
    await fillDay(shop.connectionString, { day: addDays(londonDay(new Date()), day), count: TODAY });
  }
}

type Asked = { shop: Shop; client: HttpClient; cookie: string; calls: DeskCall[] };

async function withOpenShop<T>(dataDir: string, act: (asked: Asked) => Promise<T>): Promise<T> {
  await using shop = await reopenShop(dataDir);
  using client = openHttpClient({ origin: shop.url, maxSockets: 1 });
  const { cookie } = await signInStaff(shop.connectionString, 'Edith Marsh', ['owner', 'florist']);
  const samples = await withClient(shop.connectionString, (db) => readSamples(db, (name) => LAST_NAMES.includes(name)));
  // Awaited here: the shop closes when this function ends.
  return await act({ shop, client, cookie: `${DESK_COOKIE}=${cookie}`, calls: listCalls(samples) });
}

async function ask({ client, cookie }: Asked, path: string) {
  return requireStatus(200, { path }, await client.send({ path, headers: { cookie, 'accept-encoding': 'br' } }));
}

async function measureCalls(asked: Asked): Promise<Pick<Sized, 'calls' | 'costs'>> {
  const costs: Cost[] = [];
  for (const call of asked.calls) costs.push(await measureCall(asked, call));
  return { calls: asked.calls, costs };
}

async function measureCall(asked: Asked, { path }: DeskCall): Promise<Cost> {
  const { shop } = asked;
  for (let number = 0; number < WARM_UP; number++) await ask(asked, path(number));
  const meter = meterCpu(shop.pid, shop.dataDir);
  const cost: Cost = { cpuMs: [], postgresMs: [], ms: [], bytes: 0 };
  for (let number = 0; number < CALLS; number++) {
    const before = meter();
    const { ms, body } = await ask(asked, path(WARM_UP + number));
    const after = meter();
    const postgresMs = (after.postgresUs - before.postgresUs) / 1000;
    cost.postgresMs.push(postgresMs);
    cost.cpuMs.push(postgresMs + (after.serverUs - before.serverUs) / 1000);
    cost.ms.push(ms);
    cost.bytes = body.length;
  }
  return cost;
}

/** In a shop that is opened for it, because explaining takes time. */
async function readPlans(dataDir: string): Promise<Plan[]> {
  writePlans(dataDir);
  return withOpenShop(dataDir, (asked) => explainCalls(dataDir, asked.calls, (path) => ask(asked, path)));
}

function toCosts(small: Sized, large: Sized): Table {
  const cells = ({ cpuMs, ms }: Cost) => [median(cpuMs), percentile(cpuMs, 0.99), median(ms)].map(figure);
  const [few, many] = [nameCount(small.size.orders), nameCount(large.size.orders)];
  const names = (count: string) => ['CPU p50', 'CPU p99', 'p50'].map((name) => `${name}, ${count}`);
  return {
    title: `A page or search of the desk with ${few} orders and with ${many}, ms`,
    columns: [
      '',
      ...names(few),
      ...names(many),
      'p99',
      'PostgreSQL',
      'KB br',
      'ratio',
      `p50 ≤ ${AIM_MS.median}`,
      `p99 ≤ ${AIM_MS.p99}`,
      'flat',
    ],
    rows: large.calls.map(({ name }, place) => {
      const [before, after] = [small.costs[place], large.costs[place]] as [Cost, Cost];
      const [cpu, cpu99] = [median(after.cpuMs), percentile(after.cpuMs, 0.99)];
      const isFlat = cpu <= NEXT_TO_NOTHING_MS || cpu <= FLAT * median(before.cpuMs);
      return [
        name,
        ...cells(before),
        ...cells(after),
        ...[percentile(after.ms, 0.99), median(after.postgresMs), after.bytes / 1024].map(figure),
        ratio(cpu, median(before.cpuMs)),
        ...[against('', cpu <= AIM_MS.median), against('', cpu99 <= AIM_MS.p99), against('', isFlat)].map((mark) =>
          mark.trim(),
        ),
      ];
    }),
    notes: [
      `CPU is that of the shop and its PostgreSQL for one call, ${CALLS} calls one at a time after ${WARM_UP} that count for nothing; PostgreSQL is its part of the median with ${many}; p50 and p99 without CPU are what the caller waits. Brotli is in it, as pages are sent to browsers.`,
      `${describeSize(small.size)}; ${describeSize(large.size)}, filled in ${figure(large.filledInS)} s. A day has 280 orders in both, so that the larger shop is an older one, and today has ${TODAY}. What is searched for comes from all years. Letters are those of 90 days and without their contents.`,
      `Flat: at most ${FLAT} times the CPU, or next to nothing.`,
    ],
  };
}

const describeSize = ({ orders, people, bouquets }: ShopSize): string =>
  `${nameCount(orders)} orders of ${nameCount(people)} people with ${nameCount(bouquets)} bouquets`;

const toPlans = ({ plans, size }: Sized): Table => ({
  title: `How PostgreSQL answers them with ${nameCount(size.orders)} orders`,
  columns: ['', 'statements', 'most rows read', 'reads whole', 'indexes'],
  rows: plans.map(({ name, statements, mostRows, whole, indexes }) => [
    name,
    String(statements),
    nameCount(mostRows),
    whole.join(', ') || '–',
    indexes.join(', '),
  ]),
  notes: [
    'As PostgreSQL itself logs them (auto_explain), with the statements prepared as the shop prepares them. Most rows read: by one node of a plan, those that a filter dropped among them. Small tables are read whole rather than by an index.',
  ],
});
