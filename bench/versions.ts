import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EACH } from './growth/calls.ts';
import { COMPARED_ROUNDS, compareGrowth, inTurn } from './growth/compare-growth.ts';
import { CONNECTIONS } from './load.ts';
import { describeRun } from './machine.ts';
import { listBouquets } from './peers/bouquets.ts';
import { CALLS, type Call, type Subject } from './peers/calls.ts';
import { countStatements, SETTLES_MS } from './peers/count-statements.ts';
import { drive } from './peers/drive.ts';
import { CHECKOUTS_AT_ONCE, SECONDS, type Statements } from './peers/figures.ts';
import type { openOurs, startOurs } from './peers/ours.ts';
import { openPostgres, type Postgres } from './peers/postgres.ts';
import { countCpu } from './processes.ts';
import type { Report } from './results.ts';
import { ROOT } from './shop.ts';
import { median } from './statistics.ts';
import { against, figure, type Table } from './table.ts';

const GROWN = 10_000;
const ROUNDS = 7;
const WARM_UP_SECONDS = 1;
/** By then every cart was read before, as a shopper's is: the first reading looks among orders too. */
const CARTS_WARM_UP_SECONDS = 4;
/** A call that is more than this much dearer than before is marked. */
const MOST = 1.1;

type Version = { name: string; folder: string };
type Ours = { openOurs: typeof openOurs; startOurs: typeof startOurs };

/** Each version is driven by its own bench, which knows its tables. */
const load = <T>({ folder }: Version, file: string): Promise<T> =>
  import(pathToFileURL(join(folder, 'bench', file)).href) as Promise<T>;

/** This checkout beside another one of the shop, in one run: what the changes between the two cost. */
export async function measureVersions(): Promise<Report> {
  const beside = process.env.BENCH_BESIDE;
  if (!beside) throw new Error('BENCH_BESIDE names the folder of another checkout, with its packages and its build.');
  const versions = [
    { name: 'before', folder: resolve(beside) },
    { name: 'after', folder: ROOT },
  ];
  const tables = [...(await compareCalls(versions)), await compareGrown(versions)];
  return { kind: 'versions', run: describeRun(['fastify', 'drizzle-orm', 'pg']), tables };
}

async function compareCalls(versions: Version[]): Promise<Table[]> {
  await using postgres = await openPostgres();
  const costs = new Map<string, number[]>();
  for (const version of versions) await stock(postgres, version);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const version of inTurn(versions, round)) {
      console.error(`round ${round} of ${ROUNDS}: ${version.name}`);
      for (const [call, ms] of await measureRound(postgres, version)) {
        const key = `${version.name} ${call}`;
        costs.set(key, [...(costs.get(key) ?? []), ms]);
      }
    }
  }
  const of = (call: Call, { name }: Version) => costs.get(`${name} ${call}`) ?? [];
  const cpu = toTable(
    'A call of the shop, CPU ms of server and PostgreSQL',
    CALLS.map((call) => [call, ...versions.map((version) => of(call, version))] as Row),
    `The median of ${ROUNDS} rounds of ${SECONDS} s for each call, one version after the other in each round; the ratio is the median of theirs.`,
  );
  return [cpu, await compareStatements(postgres, versions)];
}

async function compareStatements(postgres: Postgres, versions: Version[]): Promise<Table> {
  const counted: Map<Call, Statements>[] = [];
  for (const version of versions) {
    await using subject = await openVersion(postgres, version);
    counted.push(await countStatements(postgres, subject));
  }
  const told = (count: Statements | undefined) => (count ? `${count.own} + ${count.transaction}` : '');
  return {
    title: 'Statements of a call',
    columns: ['', ...versions.map(({ name }) => name)],
    rows: CALLS.map((call) => [call, ...counted.map((counts) => told(counts.get(call)))]),
    notes: [
      `As PostgreSQL counts them, and those that begin and end transactions. A checkout is counted for ${SETTLES_MS / 1000} s after its answer, with its letters and with whatever other jobs asked for meanwhile.`,
    ],
  };
}

const stockedName = ({ name }: Version): string => `${name}_stocked`;

/** A version stocks its own database when it first opens. */
async function stock(postgres: Postgres, version: Version): Promise<void> {
  const [database, { startOurs: start }] = [stockedName(version), await load<Ours>(version, 'peers/ours.ts')];
  mkdirSync(join(version.folder, 'build/peers/ours'), { recursive: true });
  await postgres.query(`drop database if exists ${database} with (force)`);
  await postgres.query(`create database ${database} owner shop`);
  const shop = await start(postgres.urlOf(database));
  await shop.stop();
  await postgres.query('vacuum analyze', [], database);
}

/** Opens a version on a copy of its stock. */
async function openVersion(postgres: Postgres, version: Version): Promise<Subject & AsyncDisposable> {
  const { openOurs: open } = await load<Ours>(version, 'peers/ours.ts');
  await postgres.copy(stockedName(version), version.name);
  const subject = await open(postgres, version.name, await listBouquets(postgres, version.name));
  return { ...subject, [Symbol.asyncDispose]: async () => void (await subject.stop()) };
}

async function measureRound(postgres: Postgres, version: Version): Promise<Map<Call, number>> {
  await using subject = await openVersion(postgres, version);
  const costs = new Map<Call, number>();
  for (const call of CALLS) {
    const visitors = call === 'whole checkout' ? CHECKOUTS_AT_ONCE : CONNECTIONS;
    const seconds = call === 'cart read' ? CARTS_WARM_UP_SECONDS : WARM_UP_SECONDS;
    await drive(subject, call, { visitors, seconds });
    const count = () => countCpu([subject.pid], postgres.dataDir);
    let spent = count();
    const driven = await drive(subject, call, { visitors, seconds: SECONDS }, () => {
      spent = count();
    });
    const { serverUs, postgresUs } = spent();
    if (driven) costs.set(call, (serverUs + postgresUs) / 1000 / driven.acts);
  }
  return costs;
}

async function compareGrown(versions: Version[]): Promise<Table> {
  const measured = await compareGrowth(
    versions.map(({ folder }) => folder),
    GROWN,
  );
  return toTable(
    `A call with ${GROWN.toLocaleString('en-GB')} bouquets and orders, CPU ms`,
    [...measured].map(([name, [before = [], after = []]]): Row => [name, before, after]),
    `The median of ${COMPARED_ROUNDS} rounds of up to ${EACH} calls, one version after the other in each round, both on a database that they filled themselves; the ratio is the median of theirs.`,
  );
}

type Row = [name: string, before: number[], after: number[]];

/** Of what was measured: a version may have no such call. */
const medianOfMeasured = (rounds: number[]): number => median(rounds.filter(Number.isFinite));

const toTable = (title: string, rows: Row[], note: string): Table => ({
  title,
  columns: ['', 'before', 'after', `ratio, ≤ ${MOST}×`],
  rows: rows.map(([name, before, after]) => {
    // Round by round: a machine that is busy for a while makes both dearer.
    const ratio = medianOfMeasured(after.map((ms, round) => ms / (before[round] ?? Number.NaN)));
    const verdict = Number.isFinite(ratio) ? against(`${figure(ratio)}×`, ratio <= MOST) : 'new';
    return [name, figure(medianOfMeasured(before)), figure(medianOfMeasured(after)), verdict];
  }),
  notes: [note],
});
