import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Product } from '#contract/products.ts';
import { stockLargeCatalogue } from './large-catalogue.ts';
import { describeRun } from './machine.ts';
import { explain } from './plans.ts';
import { cpuOf, cpuOfPostgres } from './processes.ts';
import { listQuestions, type Question } from './questions.ts';
import type { Report } from './results.ts';
import { openShop, type Shop } from './shop.ts';
import { median, percentile } from './statistics.ts';
import { figure, ratio, type Table } from './table.ts';

const ROUNDS = 4;
const NAMES = 400;
/** Long enough for the shop to hear that the catalogue changed. */
const HEARS_WITHIN_MS = 100;

type Costs = { ms: number[]; cpuUs: number[]; postgresUs: number[] };
type Subject = { shop: Shop; questions: Question[]; costs: Costs[] };

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** One answer over a connection that stays open: milliseconds and bytes. */
function ask(url: string): Promise<{ ms: number; bytes: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    get(url, { agent, headers: { 'accept-encoding': 'identity' }, timeout: 60_000 }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      resolve({ ms: performance.now() - start, bytes: body.length, body });
    }).once('error', reject);
  });
}

const askJson = async (url: string): Promise<Product[]> => JSON.parse((await ask(url)).body.toString());

/** Makes the shop forget its kept answers, as any change of the catalogue does. */
async function forget({ connectionString }: Shop): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('notify catalogue_changed');
  await client.end();
  await sleep(HEARS_WITHIN_MS);
}

async function measure({ shop, costs, questions }: Subject, place: number): Promise<void> {
  const queries = questions[place]?.queries ?? [];
  const cost = costs[place];
  await forget(shop);
  const before = { cpu: cpuOf(shop.pid), postgres: cpuOfPostgres(shop.dataDir) };
  for (const query of queries) cost?.ms.push((await ask(`${shop.url}/api/products/?${query}`)).ms);
  cost?.cpuUs.push((cpuOf(shop.pid) - before.cpu) / queries.length);
  cost?.postgresUs.push((cpuOfPostgres(shop.dataDir) - before.postgres) / queries.length);
}

/** Names from the whole of the catalogue, and bouquets from its middle on to begin a deep page after. */
async function toSubject(shop: Shop): Promise<Subject> {
  const client = new pg.Client({ connectionString: shop.connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string; id: number }>(
    'select name, id from (select *, row_number() over (order by id) as place, count(*) over () as count from products)' +
      ' where place % greatest(1, count / $1) = 0 order by md5(name)',
    [NAMES],
  );
  await client.end();
  const isSmall = rows.length < 100;
  const newest = await askJson(`${shop.url}/api/products/?limit=3`);
  const questions = listQuestions(
    rows.map(({ name }) => name),
    // A small shop has no depth: its second page begins after the first few.
    isSmall ? newest : (rows as Product[]),
  );
  return { shop, questions, costs: questions.map(() => ({ ms: [], cpuUs: [], postgresUs: [] })) };
}

/** What a catalogue of 50,000 costs beside one of 24: two shops asked the same kinds of questions in turn. */
export async function measureCatalogue(): Promise<Report> {
  const run = describeRun(['fastify', 'drizzle-orm']);
  const shops = [await openShop()];
  try {
    shops.push(await openShop());
    const [small, large] = shops as [Shop, Shop];
    await stockLargeCatalogue(large.connectionString);
    const subjects = [await toSubject(small), await toSubject(large)] as const;
    for (const { questions, shop } of subjects) await warmUp(shop, questions);
    for (let round = 0; round < ROUNDS; round++) {
      for (const place of subjects[0].questions.keys()) {
        for (const subject of subjects) await measure(subject, place);
      }
    }
    return {
      kind: 'catalogue',
      run,
      tables: [toGrowth(...subjects), await toPlans(...subjects), await measureWholeList(small, large)],
    };
  } finally {
    agent.destroy();
    for (const shop of shops) await shop.stop();
  }
}

async function warmUp({ url }: Shop, questions: Question[]): Promise<void> {
  for (const { queries } of questions) for (const query of queries) await ask(`${url}/api/products/?${query}`);
}

function toGrowth(small: Subject, large: Subject): Table {
  return {
    title: '50,000 bouquets beside 24',
    columns: [
      '',
      'p50 ms',
      'p50 ms',
      'p99 ms',
      'p99 ms',
      'shop µs',
      'shop µs',
      'PG µs',
      'PG µs',
      'p50 ratio',
      'CPU ratio',
    ],
    rows: small.questions.map(({ name }, place) => {
      const [few, many] = [small.costs[place], large.costs[place]] as [Costs, Costs];
      const pairs = [
        [percentile(few.ms, 0.5), percentile(many.ms, 0.5)],
        [percentile(few.ms, 0.99), percentile(many.ms, 0.99)],
        [median(few.cpuUs), median(many.cpuUs)],
        [median(few.postgresUs), median(many.postgresUs)],
      ];
      const all = ({ cpuUs, postgresUs }: Costs) => median(cpuUs) + median(postgresUs);
      const [p50 = []] = pairs;
      return [name, ...pairs.flat().map(figure), ratio(p50[1] ?? 0, p50[0] ?? 0), ratio(all(many), all(few))];
    }),
    notes: [
      `In each pair of columns 24 stands left, 50,000 right. One request at a time, ${ROUNDS} interleaved rounds; p50 and p99 over all of them, processor time per request as medians of rounds.`,
      'No answer comes from memory: within a round no two questions are alike (other words, limits or cursors), and before each the shop is told that its catalogue has changed.',
    ],
  };
}

async function toPlans(small: Subject, large: Subject): Promise<Table> {
  const first = ({ questions }: Subject) => questions.map(({ queries }) => queries[0] ?? '');
  const plans = await explain(large.shop.connectionString, first(large));
  return {
    title: 'Which index answers at 50,000',
    columns: ['', 'for example', 'plan'],
    rows: small.questions.map(({ name }, place) => [
      name,
      decodeURIComponent(first(large)[place] ?? ''),
      plans[place] ?? '',
    ]),
  };
}

async function measureWholeList(small: Shop, large: Shop): Promise<Table> {
  const rows = [];
  for (const [count, shop] of [
    ['24', small],
    ['50,000', large],
  ] as const) {
    await forget(shop);
    const before = { cpu: cpuOf(shop.pid), postgres: cpuOfPostgres(shop.dataDir) };
    const first = await ask(`${shop.url}/api/products/`);
    const cpu = (cpuOf(shop.pid) - before.cpu) / 1000;
    const postgres = (cpuOfPostgres(shop.dataDir) - before.postgres) / 1000;
    const again = await ask(`${shop.url}/api/products/`);
    const alive = await ask(`${shop.url}/api/products/?limit=1`);
    rows.push([
      count,
      `${figure(first.bytes / 1024 ** 2)} MB`,
      ...[first.ms, cpu, postgres, again.ms, alive.ms].map(figure),
    ]);
  }
  return {
    title: 'The whole list, without a limit',
    columns: [
      'bouquets',
      'size',
      'made in ms',
      'shop CPU ms',
      'PostgreSQL CPU ms',
      'asked again ms',
      'one bouquet after it ms',
    ],
    rows,
  };
}
