import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { listTables } from '#server/platform/backup/list-tables.ts';
import { restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { migrate } from '#server/platform/database/migrate/migrate.ts';
import { dropDatabase } from '#server/testing/drop-database.ts';
import { withClient } from '../../rig/run-query.ts';

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

/** The last version whose carts and orders were one table, with rows in every state, as it wrote them. */
const BEFORE_CARTS = 23;
const OLD_SHOP = new URL('../../../server/src/testing/old-shop/after-23-migrations.backup', import.meta.url);

/**
 * A database as it was after so many migrations, with the rows of a later version in the tables and columns that it has:
 * today's, or those of the shop whose carts were orders.
 */
export async function makeOld(today: string, name: string, migrations: number): Promise<string> {
  if (migrations > BEFORE_CARTS) return makeFrom(today, today, name, migrations);
  const source = inDatabase(today, 'before_carts');
  const isThere = await withClient(today, (client) =>
    client.query("select from pg_database where datname = 'before_carts'"),
  );
  if (isThere.rowCount === 0) {
    await withClient(today, (client) => client.query('create database before_carts'));
    await restoreBackup(source, fileURLToPath(OLD_SHOP), { asItWas: true });
    await withClient(source, (client) =>
      client.query('update restores set taken_over_at = now(), reconciled_at = now()'),
    );
  }
  return makeFrom(today, source, name, migrations);
}

async function makeFrom(today: string, source: string, name: string, migrations: number): Promise<string> {
  const old = inDatabase(today, name);
  await withClient(today, (client) => client.query(`create database ${name}`));
  await migrate(old, migrations);
  await withClient(source, (from) => withClient(old, (to) => fill(from, to)));
  return old;
}

async function fill(from: pg.Client, to: pg.Client): Promise<void> {
  const todays = new Map((await listTables(from)).map(({ table, columns }) => [table, columns]));
  for (const { table, columns } of await listTables(to)) {
    const known = columns.filter((column) => todays.get(table)?.includes(column)).map((column) => `"${column}"`);
    if (known.length === 0) continue;
    // Some migrations leave a row of their own.
    await to.query(`delete from "${table}"`);
    const { rows } = await from.query(`select to_jsonb(t) as row from "${table}" t`);
    for (const { row } of rows) await insertIfPossible(to, table, known, row);
  }
  for (const { table, columns } of await listTables(to)) if (columns.includes('id')) await countOn(to, table);
}

/** A row that the old version could not have, such as a second cart, is left out, and what belongs to it. */
async function insertIfPossible(to: pg.Client, table: string, known: string[], row: unknown): Promise<void> {
  const insert = `insert into "${table}" (${known}) overriding system value
    select ${known} from jsonb_populate_record(null::"${table}", $1)`;
  await to.query(insert, [JSON.stringify(row)]).catch((error: { code?: string }) => {
    if (!error.code?.startsWith('23')) throw error;
  });
}

/** Numbers of new rows begin after those that are there. Lines of orders were lines of carts, and keep their numbers. */
async function countOn(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query(`select pg_get_serial_sequence('"${table}"', 'id') as sequence`);
  if (rows[0].sequence)
    await client.query(`select setval($1, (select coalesce(max(id), 0) + 1 from ${numbered(table)}), false)`, [
      rows[0].sequence,
    ]);
}

const numbered = (table: string) =>
  table === 'cart_items' ? '(select id from cart_items union all select id from order_items) all_lines' : `"${table}"`;

/** What is in each table, in the columns that are named: by table, its count and a digest of all rows. */
export type Contents = Map<string, { columns: string[]; digest: string }>;

/** Orders and carts as they were when they were one table, with what can be compared of them. */
const ONE_TABLE: Record<string, string> = {
  orders: `(select id, user_id, status, version, text, delivery_date, created_at, completed_at, dispatched_at,
      delivered_at, replaces_order_id, review_invited_at,
      (select pence from order_sums where order_id = orders.id and kind = 'goods' and status = 'C') as total_pence,
      (select pence from order_sums where order_id = orders.id and kind = 'delivery' and status = 'C') as delivery_fee_pence
    from orders
    union all select id, user_id, 'P', version, text, delivery_date, created_at, null, null, null, null, null, null, null
    from carts)`,
  order_items: `(select id, order_id, product_id, quantity from order_items
    union all select id, cart_id, product_id, quantity from cart_items)`,
};
const COMPARABLE: Record<string, RegExp> = {
  orders:
    /^(id|user_id|status|version|text|delivery_date|(created|completed|dispatched|delivered|review_invited)_at|replaces_order_id|total_pence|delivery_fee_pence)$/,
  order_items: /^(id|order_id|product_id|quantity)$/,
};
/** What was a column of payments is a row of refunds. */
const BECAME_ROWS = /^payments\.(refund_id|left_as|left_at)$/;
/** What became a number and nothing else: merged into another cart, or the cart of somebody who left. */
const NOT_CARRIED = `status = 'P' and (user_id is null or to_jsonb(o) ->> 'merged_into_order_id' is not null)`;

export const readContents = (connectionString: string, like?: Contents): Promise<Contents> =>
  withClient(connectionString, async (client) => {
    const contents: Contents = new Map();
    const tables = await listTables(client);
    const areApart = tables.some(({ table }) => table === 'carts');
    const wereApart = like ? like.has('carts') : areApart;
    for (const { table, columns } of tables) {
      const comparable = wereApart ? undefined : COMPARABLE[table];
      const wanted = like
        ? like.get(table)?.columns
        : columns.filter((column) => (comparable?.test(column) ?? true) && !BECAME_ROWS.test(`${table}.${column}`));
      if (!wanted) continue;
      const { rows } = await client.query(
        `select count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
          from (select ${wanted.map((column) => `"${column}"`)} from ${comparable ? asOneTable(table, areApart) : `"${table}"`} s) t`,
      );
      contents.set(table, { columns: wanted, digest: rows[0].digest });
    }
    return contents;
  });

function asOneTable(table: string, areApart: boolean): string | undefined {
  if (areApart) return ONE_TABLE[table];
  return table === 'orders'
    ? `(select * from orders o where not (${NOT_CARRIED}))`
    : `(select * from order_items where order_id not in (select id from orders o where ${NOT_CARRIED}))`;
}

export const compareContents = (before: Contents, after: Contents): string[] =>
  [...before].flatMap(([table, { digest }]) =>
    after.get(table)?.digest === digest ? [] : [`${table}: ${digest} before, ${after.get(table)?.digest} after`],
  );
