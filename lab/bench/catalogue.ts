import pg from 'pg';
import { getOk, type HttpClient, longestWait, openHttpClient } from '../rig/http-client.ts';
import { describeRun } from '../rig/machine.ts';
import { countCpu } from '../rig/processes.ts';
import { openShop, type Shop } from '../rig/shop.ts';
import { median, percentile } from '../rig/statistics.ts';
import { figure, ratio, type Table } from '../rig/table.ts';
import { listQueryKinds, type QueryKind } from './catalogue-queries.ts';
import { clearResponseCache } from './clear-response-cache.ts';
import { stockLargeCatalogue } from './large-catalogue.ts';
import { explain } from './plans.ts';
import type { Report } from './results.ts';

const ROUNDS = 3;
const NAMES = 400;

type Costs = { ms: number[]; kb: number[]; cpuUs: number[]; postgresUs: number[] };
type Subject = AsyncDisposable & { shop: Shop; db: pg.Client; client: HttpClient; kinds: QueryKind[]; costs: Costs[] };

async function measure(subject: Subject, index: number): Promise<void> {
  const { client, costs, kinds } = subject;
  const { queries } = kinds[index] as QueryKind;
  const cost = costs[index] as Costs;
  await clearResponseCache(subject.db);
  const spent = countCpu([subject.shop.pid], subject.shop.dataDir);
  for (const query of queries) {
    const { ms, body } = await getOk(client, `/api/products/?${query}`);
    cost.ms.push(ms);
    cost.kb.push(body.length / 1024);
  }
  const { serverUs, postgresUs } = spent();
  cost.cpuUs.push(serverUs / queries.length);
  cost.postgresUs.push(postgresUs / queries.length);
}

/** Names for the searches, and cursors for the deep pages, from the whole of the catalogue. */
async function toSubject(shop: Shop): Promise<Subject> {
  const db = new pg.Client({ connectionString: shop.connectionString });
  await db.connect();
  const { rows } = await db.query<{ name: string; id: number }>(
    `select name, id from (select *, row_number() over (order by id) as place, count(*) over () as count from products)
     where place % greatest(1, count / $1) = 0 order by md5(name)`,
    [NAMES],
  );
  const ids = rows.map(({ id }) => id);
  // A small shop has no depth: its second page begins after the newest few.
  const isSmall = rows.length < NAMES / 2;
  const cursors = isSmall ? ids.toSorted((left, right) => right - left).slice(0, 3) : ids;
  const names = rows.map(({ name }) => name);
  const kinds = listQueryKinds(names, cursors);
  const costs = kinds.map(() => ({ ms: [], kb: [], cpuUs: [], postgresUs: [] }));
  const client = openHttpClient({ origin: shop.url, maxSockets: 1 });
  const close = async () => {
    client.close();
    await db.end();
  };
  return { shop, db, client, kinds, costs, [Symbol.asyncDispose]: close };
}

/** What a catalogue of 50,000 costs beside one of 24: two shops with the same kinds of requests in turn. */
export async function measureCatalogue(): Promise<Report> {
  const run = describeRun(['fastify', 'drizzle-orm']);
  await using small = await openShop();
  await using large = await openShop();
  await stockLargeCatalogue(large.connectionString);
  await using few = await toSubject(small);
  await using many = await toSubject(large);
  const subjects = [few, many];
  await measureInTurn(subjects, 1);
  for (const { costs } of subjects)
    for (const cost of costs) for (const values of Object.values(cost)) values.length = 0;
  await measureInTurn(subjects, ROUNDS);
  const tables = [toGrowth(few, many), await toPlans(many), await measureWholeList(subjects)];
  return { kind: 'catalogue', run, tables };
}

async function measureInTurn(subjects: Subject[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const index of subjects[0]?.kinds.keys() ?? []) {
      for (const subject of subjects) await measure(subject, index);
    }
  }
}

function toGrowth(few: Subject, many: Subject): Table {
  const allUs = ({ cpuUs, postgresUs }: Costs) => median(cpuUs) + median(postgresUs);
  const pair = (name: string) => [`${name}, 24`, '50,000'];
  return {
    title: '50,000 bouquets beside 24',
    columns: ['', ...['KB', 'p50 ms', 'p99 ms', 'shop µs', 'PostgreSQL µs'].flatMap(pair), 'p50 ratio', 'CPU ratio'],
    rows: few.kinds.map(({ name }, index) => {
      const [left, right] = [few.costs[index] as Costs, many.costs[index] as Costs];
      const both = (read: (costs: Costs) => number) => [figure(read(left)), figure(read(right))];
      return [
        name,
        ...both(({ kb }) => median(kb)),
        ...[0.5, 0.99].flatMap((share) => both(({ ms }) => percentile(ms, share))),
        ...(['cpuUs', 'postgresUs'] as const).flatMap((key) => both((costs) => median(costs[key]))),
        ratio(percentile(right.ms, 0.5), percentile(left.ms, 0.5)),
        ratio(allUs(right), allUs(left)),
      ];
    }),
    notes: [
      `One request at a time, ${ROUNDS} interleaved rounds; KB, p50 and p99 over all answers, processor time per request as medians of rounds. More bouquets find more: compare the KB first.`,
      'No answer is cached: within a round no two questions are alike (other words, limits or cursors), and before each round the shop is told that its catalogue has changed.',
    ],
  };
}

async function toPlans({ shop, kinds }: Subject): Promise<Table> {
  const examples = kinds.map(({ queries }) => queries[0] ?? '');
  const plans = await explain(shop.connectionString, examples);
  return {
    title: 'Which index answers at 50,000',
    columns: ['', 'for example', 'plan'],
    rows: kinds.map(({ name }, index) => [name, examples[index] ?? '', plans[index] ?? '']),
  };
}

async function measureWholeList(subjects: Subject[]): Promise<Table> {
  const rows = [];
  for (const { shop, client, db } of subjects) {
    const list = '/api/products/';
    await clearResponseCache(db);
    await getOk(client, `${list}1/`);
    const spent = countCpu([shop.pid], shop.dataDir);
    const { result: made, waitedMs } = await longestWait(shop.url, `${list}1/`, () => getOk(client, list));
    const { serverUs, postgresUs } = spent();
    const again = await getOk(client, list);
    const count: number = JSON.parse(made.text).length;
    const size = `${figure(made.body.length / 2 ** 20)} MB`;
    rows.push([
      count.toLocaleString('en-GB'),
      size,
      ...[made.ms, serverUs / 1000, postgresUs / 1000, waitedMs, again.ms].map(figure),
    ]);
  }
  return {
    title: 'The whole list, without a limit',
    columns: ['bouquets', 'size', 'made in ms', 'shop CPU ms', 'PostgreSQL CPU ms', 'others wait ms', 'asked again ms'],
    rows,
    notes: ['“Others wait” is the longest that a cached response took for somebody else while the list was made.'],
  };
}
