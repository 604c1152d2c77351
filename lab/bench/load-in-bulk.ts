import type pg from 'pg';

type Definition = { drop: string; make: string; kind: 'index' | 'reference' };

/** Indexes that no constraint owns, and what refers to rows of other tables. */
const DEFINITIONS = `
  select format('drop index %I', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make, 'index' as kind
  from pg_index where indrelid = any($1::text[]::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), 'reference'
  from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])`;

/** Each connection takes the next statement as soon as it has done one. */
export async function runInParallel(connections: pg.Client[], statements: string[]): Promise<void> {
  const waiting = [...statements];
  await Promise.all(
    connections.map(async (db) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await db.query(next);
    }),
  );
}

/**
 * Fills tables without their triggers, and makes indexes and references when the rows are in, which takes a fraction of the time.
 * What triggers would have written is the caller's to fill.
 */
export async function loadInBulk(
  connections: [pg.Client, ...pg.Client[]],
  tables: string[],
  act: () => Promise<unknown>,
): Promise<void> {
  const [db] = connections;
  const { rows } = await db.query<Definition>(DEFINITIONS, [tables]);
  const listMade = (kind: Definition['kind']) => rows.filter((row) => row.kind === kind).map(({ make }) => make);
  for (const table of tables) await db.query(`alter table ${table} disable trigger user`);
  for (const { drop } of rows) await db.query(drop);
  await act();
  await runInParallel(connections, listMade('index'));
  // One after the other: each locks two tables.
  await runInParallel([db], listMade('reference'));
  for (const table of tables) await db.query(`alter table ${table} enable trigger user`);
}
