import { setTimeout as sleep } from 'node:timers/promises';
import { medianOf } from '../../rig/statistics.ts';
import { CALLS, type Call, type Subject } from './calls.ts';
import type { Statements } from './figures.ts';
import { openConnection } from './open-connection.ts';
import type { Postgres } from './postgres.ts';

/** The median of so many, so that statements of the shop's own jobs do not count. */
const TIMES = 7;
/** By then the letters of a checkout have left. */
export const SETTLES_MS = 2_000;

/** Statements that each call sends to PostgreSQL until it is answered, and a checkout until its letters have left, as PostgreSQL itself counts them. */
export async function countStatements(postgres: Postgres, subject: Subject): Promise<Map<Call, Statements>> {
  const track = async (what: 'none' | 'top') => {
    await postgres.query(`alter system set pg_stat_statements.track = '${what}'`);
    await postgres.query('select pg_reload_conf()');
    await sleep(200);
  };
  const counted = new Map<Call, Statements>();
  await track('top');
  try {
    for (const call of CALLS) {
      const count = await countCall(postgres, subject, call);
      if (count) counted.set(call, count);
    }
  } finally {
    await track('none');
  }
  return counted;
}

async function countCall(postgres: Postgres, subject: Subject, call: Call): Promise<Statements | undefined> {
  await subject.prepare?.(call);
  await using connection = openConnection(subject.url);
  try {
    const act = await subject.visit(call, connection);
    if (!act) return undefined;
    const counts: Statements[] = [];
    for (let time = 0; time < TIMES; time++) {
      await postgres.query('select pg_stat_statements_reset()');
      await act();
      if (call === 'whole checkout') await sleep(SETTLES_MS);
      counts.push(await readCounts(postgres, subject));
    }
    return medianOf(counts, 'own', 'transaction');
  } catch {
    // The table shows the gap, as that of the costs does.
    return undefined;
  }
}

async function readCounts(postgres: Postgres, { database }: Subject): Promise<Statements> {
  const [counts] = await postgres.query<Statements>(
    `select coalesce(sum(calls) filter (where not is_transaction), 0)::int as own,
       coalesce(sum(calls) filter (where is_transaction), 0)::int as transaction
     from (
       select calls, query ~* '^\\s*(begin|start|commit|rollback|savepoint|release|set transaction)' as is_transaction
       from pg_stat_statements join pg_database on pg_database.oid = dbid where datname = $1
     ) as counted`,
    [database],
  );
  return counts ?? { own: 0, transaction: 0 };
}
