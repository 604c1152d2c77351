import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts';
import { findPort } from '../rig/children.ts';
import { createCustomer } from '../rig/customer.ts';
import { openHttpClient } from '../rig/http-client.ts';
import { describeRun } from '../rig/machine.ts';
import { countCpu } from '../rig/processes.ts';
import { listBouquets, makeDataDir, spawnServer } from '../rig/shop.ts';
import { median } from '../rig/statistics.ts';
import { against, figure, type Table } from '../rig/table.ts';
import { limitProcessor, type ProcessorLimit } from './limit-processor.ts';
import { CONNECTIONS, load, type Target } from './load.ts';
import type { Report } from './results.ts';
import { newSearches } from './search-words.ts';

const ROUNDS = 5;
const SECONDS = 2;
const WARM_UP_SECONDS = 3;
/** The share of one core for each limited shop: both shops, the database and the load must not fill the machine. */
const SHARE = 0.1;
const AIM = { times: 1.8, cpu: 1 / 0.9 };

type Shop = AsyncDisposable & { url: string; pid: number; share: ProcessorLimit | undefined };
/** The requests to each shop; searches differ, so that no shop has cached what the other computed. */
type Case = { name: string; targets: Omit<Target, 'url'>[] };
type Cost = { perSecond: number; shopUs: number; postgresUs: number; shares: number };
type Pair = { shops: Shop[]; postgresDir: string };

/** A shop on a database that it does not own, as one of several behind a balancer. */
async function openOne(dataDir: string, databaseUrl: string, publicUrl?: string): Promise<Shop> {
  const port = await findPort();
  const settings = {
    PUBLIC_URL: publicUrl ?? `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    JWT_SECRET: 'a secret of the benchmark, at least thirty-two characters long',
    // Nobody pays here, so that nothing need pretend to be PayPal.
    PAYPAL_CLIENT_ID: 'nobody',
    PAYPAL_CLIENT_SECRET: 'nothing',
    PAYPAL_WEBHOOK_ID: 'nowhere',
    PAYPAL_API_BASE: 'http://127.0.0.1:9',
  };
  const { url, child, isOpen } = spawnServer(dataDir, port, settings);
  await isOpen;
  const share = limitProcessor(child.pid);
  const close = async () => {
    share?.clear();
    await child.stop();
    share?.remove();
  };
  return { url, pid: child.pid, share, [Symbol.asyncDispose]: close };
}

async function listCases([first, ...others]: Shop[]): Promise<Case[]> {
  const shop = first as Shop;
  const bouquets = await listBouquets(shop);
  const ids = bouquets.map(({ id }) => id);
  using client = openHttpClient({ origin: shop.url });
  const customer = await createCustomer(client);
  await customer.startCart(...ids.slice(0, 3));
  const headers = { authorization: `Bearer ${customer.tokens().access}` };
  const forAll = (make: () => Omit<Target, 'url'>) => [shop, ...others].map(make);
  const plain = (path: string, encoding = 'identity') => forAll(() => ({ path, encoding }));
  const names = bouquets.map(({ name }) => name);
  return [
    { name: 'list', targets: plain('/api/products/') },
    { name: 'detail', targets: plain(`/api/products/${ids[0]}/`) },
    { name: 'product page', targets: plain(`/product/${ids[0]}`, 'br') },
    { name: 'search, new words', targets: forAll(() => ({ path: newSearches(names), encoding: 'identity' })) },
    { name: 'cart', targets: forAll(() => ({ path: '/api/user/orders/?status=P', encoding: 'identity', headers })) },
  ];
}

/** The same number of connections, all to one shop or half of them to each of two. */
async function measure({ shops, postgresDir }: Pair, { targets }: Case, count: number): Promise<Cost> {
  const pids = shops.map(({ pid }) => pid);
  const spent = countCpu(pids, postgresDir);
  const loads = await Promise.all(
    shops.slice(0, count).map(({ url }, index) => {
      const target = targets[index] as Omit<Target, 'url'>;
      return load({ ...target, url, connections: CONNECTIONS / count }, SECONDS);
    }),
  );
  const { serverUs, postgresUs } = spent();
  const requests = loads.reduce((sum, one) => sum + one.requests, 0);
  const seconds = Math.max(...loads.map((one) => one.seconds));
  return {
    perSecond: requests / seconds,
    shopUs: serverUs / requests,
    postgresUs: postgresUs / requests,
    shares: serverUs / 1_000_000 / seconds,
  };
}

type Costs = { one: Cost[]; two: Cost[] };
type Row = { name: string; plain: Costs; limited: Costs };

async function measureInTurn(pair: Pair, cases: Case[]): Promise<Row[]> {
  const rows = cases.map(({ name }): Row => ({ name, plain: { one: [], two: [] }, limited: { one: [], two: [] } }));
  const canLimit = pair.shops.every(({ share }) => share);
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of canLimit ? (['plain', 'limited'] as const) : (['plain'] as const)) {
      for (const { share } of pair.shops) kind === 'limited' ? share?.set(SHARE) : share?.clear();
      for (const [index, one] of cases.entries()) {
        rows[index]?.[kind].one.push(await measure(pair, one, 1));
        rows[index]?.[kind].two.push(await measure(pair, one, 2));
      }
    }
  }
  return rows;
}

export async function measureTwoProcesses(): Promise<Report> {
  const run = describeRun(['fastify', 'autocannon']);
  await using opened = new AsyncDisposableStack();
  const { dataDir } = opened.use(await makeDataDir());
  const postgresDir = join(dataDir, 'given');
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: postgresDir });
  opened.defer(stop);
  const first = opened.use(await openOne(dataDir, connectionString));
  const shops = [first, opened.use(await openOne(dataDir, connectionString, first.url))];
  const cases = await listCases(shops);
  for (const { targets } of cases) {
    const warm = shops.map(({ url }, index) => load({ ...(targets[index] as Target), url }, WARM_UP_SECONDS));
    await Promise.all(warm);
  }
  return { kind: 'processes', run, tables: [toTable(await measureInTurn({ shops, postgresDir }, cases))] };
}

const middle = (costs: Cost[], read: (cost: Cost) => number) => median(costs.map(read));
/** Each round beside its own neighbour, so that what disturbs both does not show. */
const times = ({ one, two }: Costs, read: (cost: Cost) => number) =>
  median(two.map((cost, round) => read(cost) / read(one[round] as Cost)));

function toTable(rows: Row[]): Table {
  const perSecond = ({ perSecond }: Cost) => perSecond;
  const allUs = ({ shopUs, postgresUs }: Cost) => shopUs + postgresUs;
  return {
    title: 'Two shops on one database beside one',
    columns: [
      '',
      `one, ${SHARE * 100} % each/s`,
      'two/s',
      `aim ≥ ${AIM.times}×`,
      'used of a core, one',
      'two',
      'one, unlimited/s',
      'two/s',
      'times',
      'one, CPU µs',
      'two',
      `aim ≤ ${figure(AIM.cpu)}×`,
    ],
    rows: rows.map(({ name, plain, limited }) => {
      const [limitedTimes, cpuTimes] = [times(limited, perSecond), times(plain, allUs)];
      return [
        name,
        ...[middle(limited.one, perSecond), middle(limited.two, perSecond)].map(figure),
        against(`${figure(limitedTimes)}×`, limitedTimes >= AIM.times),
        ...[middle(limited.one, ({ shares }) => shares), middle(limited.two, ({ shares }) => shares)].map(figure),
        ...[middle(plain.one, perSecond), middle(plain.two, perSecond)].map(figure),
        `${figure(times(plain, perSecond))}×`,
        ...[middle(plain.one, allUs), middle(plain.two, allUs)].map(figure),
        against(`${figure(cpuTimes)}×`, cpuTimes <= AIM.cpu),
      ];
    }),
    notes: [
      `Medians of ${ROUNDS} interleaved rounds of ${SECONDS} s with ${CONNECTIONS} connections, all to one shop or half to each of two.`,
      `The client, PostgreSQL and the shops share the few cores of one machine, so a second shop has nothing of its own to add there: “unlimited” shows no more than that. Therefore each shop is also limited to ${SHARE * 100} % of a core by the kernel, as if it stood on a small machine of its own, and the rest is left idle; what is used of a core shows that nothing else was in the way.`,
      'CPU is that of the shops and PostgreSQL for one request, unlimited: while two cost no more than one, machines of their own give twice as much.',
    ],
  };
}
