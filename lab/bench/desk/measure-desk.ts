import { londonDay } from '#contract/delivery.ts';
import type { Run } from '#contract/runs.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { fillDay, signInStaff } from '#server/testing/fill-day.ts';
import { type HttpClient, openHttpClient, requireStatus } from '../../rig/http-client.ts';
import { describeRun } from '../../rig/machine.ts';
import { countCpu } from '../../rig/processes.ts';
import { percentile } from '../../rig/statistics.ts';
import { against, figure, type Table } from '../../rig/table.ts';
import { openShopWithTill, type ShopWithTill } from '../pages/buyer.ts';
import type { Report } from '../results.ts';
import { type DeskCall, listCalls } from './calls.ts';
import { countLogged } from './count-logged.ts';
import { fillPast } from './fill-past.ts';
import { timePayments } from './time-payments.ts';

const TODAY = 140;
const ALL = 10_000;
const CALLS = 100;
const WARM_UP = 10;
const AIM_MS = 50;

type Cost = { ms: number[]; shopMs: number; postgresMs: number; statements: number; bytes: number; brotli: number };
type Asked = { shop: ShopWithTill; client: HttpClient; cookie: string };

/** What the pages of the desk cost on a busy day, and how soon an order that was paid for is on the screen. */
export async function measureDesk(): Promise<Report> {
  const run = describeRun(['fastify', 'react-router', 'pg']);
  await using shop = await openShopWithTill();
  using client = openHttpClient({ origin: shop.url, maxSockets: 1 });
  const today = londonDay(new Date());
  const [order = 0, ...others] = await fillDay(shop.connectionString, { day: today, count: TODAY });
  const florist = await signInStaff(shop.connectionString, 'Hana Okafor', ['florist']);
  const asked = { shop, client, cookie: `${DESK_COOKIE}=${florist.cookie}` };
  await makeRuns(asked, today, [order, ...others]);
  const calls = listCalls(today, order);
  const few = await measureAll(asked, calls);
  const count = await fillPast(shop.connectionString, today, ALL);
  const many = await measureAll(asked, calls);
  const payments = await timePayments(shop);
  return { kind: 'desk', run, tables: [toTable(calls, few, many, count), payments] };
}

/** Four runs with thirty stops each: the rest has none yet. */
async function makeRuns({ client, cookie, shop }: Asked, day: string, orders: number[]): Promise<void> {
  const headers = { cookie, origin: shop.url };
  for (let number = 1; number <= 4; number++) {
    const made = await client.send({ path: '/api/desk/runs/', headers, body: { day, number, leaves_at: '23:00' } });
    const { id } = JSON.parse(requireStatus(200, { path: '/api/desk/runs/' }, made).text) as Run;
    const body = { orders: orders.slice((number - 1) * 30, number * 30) };
    const path = `/api/desk/runs/${id}/stops/`;
    requireStatus(200, { path }, await client.send({ path, headers, body }));
  }
}

async function measureAll(asked: Asked, calls: DeskCall[]): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const call of calls) costs.push(await measure(asked, call));
  return costs;
}

async function measure({ shop, client, cookie }: Asked, { path }: DeskCall): Promise<Cost> {
  const headers = { cookie, 'accept-encoding': 'br' };
  const ask = async () => requireStatus(200, { path }, await client.send({ path, headers }));
  for (let time = 0; time < WARM_UP; time++) await ask();
  const spent = countCpu([shop.pid], shop.dataDir);
  const ms: number[] = [];
  for (let time = 0; time < CALLS; time++) ms.push((await ask()).ms);
  const { serverUs, postgresUs } = spent();
  const { body } = await client.send({ path, headers: { cookie } });
  return {
    ms,
    shopMs: serverUs / CALLS / 1000,
    postgresMs: postgresUs / CALLS / 1000,
    statements: await countLogged(shop, ask),
    bytes: body.length,
    brotli: (await ask()).body.length,
  };
}

const kilobytes = (bytes: number) => figure(bytes / 1024);

function toTable(calls: DeskCall[], few: Cost[], many: Cost[], count: number): Table {
  const names = ['shop CPU', 'PostgreSQL CPU', 'p50', 'p99', 'statements', 'KB', 'br'];
  const cells = (cost: Cost) => [
    ...[cost.shopMs, cost.postgresMs, percentile(cost.ms, 0.5), percentile(cost.ms, 0.99)].map(figure),
    String(cost.statements),
    kilobytes(cost.bytes),
    kilobytes(cost.brotli),
  ];
  return {
    title: `A page of the desk with ${TODAY} orders today, and with ${count.toLocaleString('en-GB')} of today and the past`,
    columns: ['', ...names, ...names.map((name) => `${name}, many`), `CPU ≤ ${AIM_MS} ms`],
    rows: calls.map(({ name }, place) => {
      const [small, large] = [few[place], many[place]] as [Cost, Cost];
      const cpu = large.shopMs + large.postgresMs;
      return [name, ...cells(small), ...cells(large), against(figure(cpu), cpu <= AIM_MS)];
    }),
    notes: [
      `CPU, p50 and p99 in ms: ${CALLS} calls one at a time, after ${WARM_UP} that count for nothing; CPU is the mean of a call, and the last column that of the shop and PostgreSQL together. Statements as PostgreSQL logs them, the question who is signed in included. br: as it is sent to browsers, which the CPU has in it; data is sent as it is.`,
      'Of the past, all is delivered but for fifty late orders, which stand on the sheet of today. Of the 140, 120 are on four runs.',
    ],
  };
}
