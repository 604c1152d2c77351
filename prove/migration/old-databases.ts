import type pg from 'pg';
import { listTables } from '#server/backup/list-tables.ts';
import { migrate } from '#server/database/migrate.ts';
import { dropDatabase } from '#server/testing/drop-database.ts';
import { withClient } from '../../bench/run-query.ts';

export function inDatabase(connectionString: string, name: string): string {
  const address = new URL(connectionString);
  address.pathname = `/${name}`;
  return String(address);
}

export const copyDatabase = (connectionString: string, from: string, to: string): Promise<unknown> =>
  withClient(connectionString, async (client) => {
    await dropDatabase(client, to);
    await client.query(`create database ${to} template ${from}`);
  });

/** A database as it was after so many migrations, with today's rows in the tables and columns that it has. */
export async function makeOld(today: string, name: string, migrations: number): Promise<string> {
  const old = inDatabase(today, name);
  await withClient(today, (client) => client.query(`create database ${name}`));
  await migrate(old, migrations);
  await withClient(today, (from) => withClient(old, (to) => fill(from, to)));
  return old;
}

async function fill(from: pg.Client, to: pg.Client): Promise<void> {
  const todays = new Map((await listTables(from)).map(({ table, columns }) => [table, columns]));
  for (const { table, columns } of await listTables(to)) {
    const known = columns.filter((column) => todays.get(table)?.includes(column)).map((column) => `"${column}"`);
    if (known.length === 0) continue;
    // Some migrations leave a row of their own.
    await to.query(`delete from "${table}"`);
    const { rows } = await from.query(`select coalesce(jsonb_agg(t), '[]') as rows from "${table}" t`);
    await to.query(
      `insert into "${table}" (${known}) overriding system value
        select ${known} from jsonb_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows[0].rows)],
    );
    if (known.includes('"id"')) await countOn(to, table);
  }
}

/** Numbers of new rows begin after those that are there. */
async function countOn(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query(`select pg_get_serial_sequence('"${table}"', 'id') as sequence`);
  if (rows[0].sequence)
    await client.query(`select setval($1, (select coalesce(max(id), 0) + 1 from "${table}"), false)`, [
      rows[0].sequence,
    ]);
}

/** What is in each table, in the columns that are named: by table, its count and a digest of all rows. */
export type Contents = Map<string, { columns: string[]; digest: string }>;

export const readContents = (connectionString: string, like?: Contents): Promise<Contents> =>
  withClient(connectionString, async (client) => {
    const contents: Contents = new Map();
    for (const { table, columns } of await listTables(client)) {
      const wanted = like ? like.get(table)?.columns : columns;
      if (!wanted) continue;
      const { rows } = await client.query(
        `select count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
          from (select ${wanted.map((column) => `"${column}"`)} from "${table}") t`,
      );
      contents.set(table, { columns: wanted, digest: rows[0].digest });
    }
    return contents;
  });

export const compareContents = (before: Contents, after: Contents): string[] =>
  [...before].flatMap(([table, { digest }]) =>
    after.get(table)?.digest === digest ? [] : [`${table}: ${digest} before, ${after.get(table)?.digest} after`],
  );
