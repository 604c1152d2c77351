import { describeRun } from '../rig/machine.ts';
import { countCpu } from '../rig/processes.ts';
import { listBouquets, openShop, type Shop } from '../rig/shop.ts';
import { median, medianOf } from '../rig/statistics.ts';
import { against, figure, type Table } from '../rig/table.ts';
import { openBare } from './bare.ts';
import { CONNECTIONS, load } from './load.ts';
import type { Report } from './results.ts';
import { newSearches } from './search-words.ts';

const ROUNDS = 5;
const SECONDS = 2;
const WARM_UP_SECONDS = 2;

type Aim = { text: string; isReached(times: number, allUs: number): boolean };
export type Case = { name: string; path: string; nextPath?: () => string; encoding: string; aim: Aim };
type Cost = { perSecond: number; cpuUs: number; postgresUs: number };

const atMostTimes = (most: number): Aim => ({ text: `≤ ${most}×`, isReached: (times) => times <= most });
const atMostUs = (most: number): Aim => ({ text: `≤ ${most / 1000} ms`, isReached: (_, allUs) => allUs <= most });

/** The most frequent requests. */
export async function listCases(shop: Shop): Promise<Case[]> {
  const bouquets = await listBouquets(shop);
  const { id = 1, name = '' } = bouquets[0] ?? {};
  const word = name.split(' ')[0] ?? name;
  const search = `/api/products/?search=${encodeURIComponent(word)}`;
  return [
    { name: 'list', path: '/api/products/', encoding: 'identity', aim: atMostTimes(1.5) },
    { name: 'detail', path: `/api/products/${id}/`, encoding: 'identity', aim: atMostTimes(1.5) },
    { name: 'home page', path: '/', encoding: 'br', aim: atMostTimes(2) },
    { name: 'product page', path: `/product/${id}`, encoding: 'br', aim: atMostTimes(2) },
    { name: 'search, same word', path: search, encoding: 'identity', aim: atMostUs(600) },
    {
      name: 'search, new words',
      path: search,
      nextPath: newSearches(bouquets.map((bouquet) => bouquet.name)),
      encoding: 'identity',
      aim: atMostUs(600),
    },
  ];
}

async function measure(target: { url: string; pid: number; dataDir?: string }, { path, nextPath, encoding }: Case) {
  const spent = countCpu([target.pid], target.dataDir);
  const { requests, seconds } = await load({ url: target.url, encoding, path: nextPath ?? path }, SECONDS);
  const { serverUs, postgresUs } = spent();
  return { perSecond: requests / seconds, cpuUs: serverUs / requests, postgresUs: postgresUs / requests };
}

export async function measureApi(root?: string): Promise<Report> {
  const run = describeRun(['fastify', 'autocannon'], root);
  await using shop = await openShop({}, root);
  const cases = await listCases(shop);
  await using bare = await openBare(shop.url, cases);
  const rows = new Map(cases.map((one) => [one, { ours: [] as Cost[], bare: [] as Cost[] }]));
  for (const one of cases) {
    await load({ url: bare.url, encoding: one.encoding, path: one.path }, WARM_UP_SECONDS);
    await load({ url: shop.url, encoding: one.encoding, path: one.nextPath ?? one.path }, WARM_UP_SECONDS);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [one, costs] of rows) {
      costs.bare.push(await measure(bare, { ...one, nextPath: undefined }));
      costs.ours.push(await measure(shop, one));
    }
  }
  return { kind: 'api', run, tables: [toTable(rows, bare.bytes)] };
}

const middle = (costs: Cost[]): Cost => medianOf(costs, 'perSecond', 'cpuUs', 'postgresUs');

function toTable(rows: Map<Case, { ours: Cost[]; bare: Cost[] }>, bytes: Map<string, number>): Table {
  return {
    title: 'A request, beside a bare server that gives the same bytes',
    columns: ['', 'encoding', 'bytes', 'bare/s', 'shop/s', 'bare µs', 'shop µs', 'PostgreSQL µs', 'shop : bare', 'aim'],
    rows: [...rows].map(([{ name, path, encoding, aim }, costs]) => {
      const [ours, bare] = [middle(costs.ours), middle(costs.bare)];
      const figures = [bare.perSecond, ours.perSecond, bare.cpuUs, ours.cpuUs, ours.postgresUs].map(figure);
      // Each round beside its own neighbour, so that what disturbs both does not show.
      const times = median(costs.ours.map(({ cpuUs }, round) => cpuUs / (costs.bare[round]?.cpuUs ?? Number.NaN)));
      const size = figure(bytes.get(path) ?? Number.NaN);
      const aimed = against(aim.text, aim.isReached(times, ours.cpuUs + ours.postgresUs));
      return [name, encoding, size, ...figures, `${figure(times)}×`, aimed];
    }),
    notes: [
      `Medians of ${ROUNDS} interleaved rounds of ${SECONDS} s with ${CONNECTIONS} connections. µs are processor time per request; the ratio is of those, round by round, because requests per second move with whatever else the machine does.`,
      'New words are 3–6 letters out of names, each with a limit of its own (24–100), so that no answer is cached; the bare server gives the answer to the same word.',
    ],
  };
}
