import type { Table } from '../../rig/table.ts';
import { inTurn } from '../growth/compare-growth.ts';
import type { Size } from '../peers/bouquets.ts';
import { CALLS, type Call, FLOORS, FROM_MEMORY, type Subject } from '../peers/calls.ts';
import { countStatements, SETTLES_MS } from '../peers/count-statements.ts';
import { roundsOr, SECONDS, type Statements } from '../peers/figures.ts';
import { openSameBytes, openStatementFloor } from '../peers/floors.ts';
import { measureCall } from '../peers/measure-call.ts';
import type { Postgres } from '../peers/postgres.ts';
import { toTable } from './to-table.ts';
import { disposable, openVersion, type Stock, stock, type Version } from './version.ts';

/** All parts together stay within the half hour that the bench has. */
const ROUNDS: Record<Size, number> = { 24: roundsOr(7), 5000: roundsOr(3) };
const WARM_UP_SECONDS = 1;
/** By then every cart was read before, as a shopper's is: the first reading looks among orders too. */
const CARTS_WARM_UP_SECONDS = 4;
const WITH_STATEMENT = CALLS.filter((call) => !FROM_MEMORY.includes(call));

type Stocked = { version: Version; stock: Stock };
type Costs = Record<Version['name'] | 'floor', Map<Call, number[]>>;

/** What each call costs before and after with so many bouquets, beside its floor, and its statements. */
export async function compareCalls(postgres: Postgres, versions: [Version, Version], size: Size): Promise<Table[]> {
  const stocked: Stocked[] = [];
  for (const version of versions) stocked.push({ version, stock: await stock(postgres, version, size) });
  const costs: Costs = { before: new Map(), after: new Map(), floor: new Map() };
  for (let round = 1; round <= ROUNDS[size]; round++) {
    console.error(`${size} bouquets, round ${round} of ${ROUNDS[size]}`);
    await measureRound(postgres, inTurn(stocked, round), costs);
  }
  const bouquets = `${size.toLocaleString('en-GB')} bouquets`;
  const cpu = toTable(
    `A call of the shop with ${bouquets}, CPU ms of server and PostgreSQL`,
    CALLS.map((name) => {
      const of = (which: keyof Costs) => costs[which].get(name) ?? [];
      return { name, before: of('before'), after: of('after'), floor: of('floor') };
    }),
    [
      `The median of ${ROUNDS[size]} rounds of ${SECONDS} s for each call, one version after the other in each round and then the floor; half a second after each is counted in, for what a call leaves to be done later. Each ratio is the median of those of the rounds.`,
      FLOORS,
    ],
  );
  return [cpu, await compareStatements(postgres, stocked, bouquets)];
}

/** Everything is opened anew in each round: none has had more time than another to be compiled. */
async function measureRound(postgres: Postgres, stocked: Stocked[], costs: Costs): Promise<void> {
  const note = async (which: keyof Costs, subject: Subject, calls: readonly Call[]) => {
    for (const call of calls) {
      const rounds = costs[which].get(call) ?? [];
      costs[which].set(call, [...rounds, await measureWarm(postgres, subject, call)]);
    }
  };
  for (const { version, stock } of stocked) {
    await using subject = await openVersion(postgres, version, stock);
    await note(version.name, subject, CALLS);
    if (version.name === 'before') continue;
    await using sameBytes = disposable(await openSameBytes(subject.url, stock.bouquets));
    await note('floor', sameBytes, FROM_MEMORY);
  }
  const { stock } = stocked.find(({ version }) => version.name === 'after') as Stocked;
  await postgres.copy(stock.database, 'floor');
  await using oneStatement = disposable(await openStatementFloor(postgres, 'floor', stock.bouquets));
  await note('floor', oneStatement, WITH_STATEMENT);
}

/** The letters of the warm-up have left before the call itself is counted. */
async function measureWarm(postgres: Postgres, subject: Subject, call: Call): Promise<number> {
  const seconds = call === 'cart read' ? CARTS_WARM_UP_SECONDS : WARM_UP_SECONDS;
  await measureCall(postgres, subject, call, seconds);
  const cost = await measureCall(postgres, subject, call, SECONDS);
  return cost ? cost.serverMs + cost.postgresMs : Number.NaN;
}

async function compareStatements(postgres: Postgres, stocked: Stocked[], bouquets: string): Promise<Table> {
  const counted: Map<Call, Statements>[] = [];
  for (const { version, stock } of stocked) {
    await using subject = await openVersion(postgres, version, stock);
    counted.push(await countStatements(postgres, subject));
  }
  const told = (count: Statements | undefined) => (count ? `${count.own} + ${count.transaction}` : '');
  return {
    title: `Statements of a call with ${bouquets}`,
    columns: ['', ...stocked.map(({ version }) => version.name)],
    rows: CALLS.map((call) => [call, ...counted.map((counts) => told(counts.get(call)))]),
    notes: [
      `As PostgreSQL counts them, and those that begin and end transactions. A checkout is counted for ${SETTLES_MS / 1000} s after its answer, with its letters and with whatever other jobs asked for meanwhile.`,
    ],
  };
}
