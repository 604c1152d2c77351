import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { products } from '#server/features/catalogue/table.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { connect, type Database } from '../connect.ts';
import { sql } from '../drizzle.ts';
import { openDatabase } from '../open-database.ts';
import { ShopPool } from './shop-pool.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  // What a pooler needs of the shop can be seen without one; npm run prove -- pgbouncer has one.
  db = connect({ connectionString: database.connectionString, directUrl: database.connectionString });
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

describe('where there is a way past a pooler', () => {
  test('no statement leaves a name behind, however often it is sent and whoever named it', async () => {
    const named = db
      .select({ answer: sql<number>`${sql.placeholder('number')}::int` })
      .from(products)
      .limit(1)
      .prepare('by-name');
    const names = await db.transaction(async (tx) => {
      for (let number = 0; number < 30; number++) await tx.execute(sql`select ${number}::int as answer`);
      const { rows } = await tx.execute<{ name: string }>(sql`select name from pg_prepared_statements`);
      return rows;
    });
    expect(names).toEqual([]);
    expect(await named.execute({ number: 7 })).toEqual([{ answer: 7 }]);
    const { rows } = await db.execute(sql`select name from pg_prepared_statements`);
    expect(rows).toEqual([]);
  });

  test('nor does one of the pools that jobs and figures make of the same settings', async () => {
    const pool = new ShopPool({ ...db.$client.options, max: 1 });
    await pool.query({ name: 'by-name', text: 'select $1::int', values: [7] });
    expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
    await pool.end();
  });

  test('nothing is set for a session when it begins', async () => {
    const { rows } = await db.execute(sql`show statement_timeout`);
    expect(rows).toEqual([{ statement_timeout: '0' }]);
  });

  test('both ways must lead to the same database', async () => {
    const other = await createEmptyDatabase();
    const settings = {
      DATABASE_URL: other.connectionString,
      DATABASE_DIRECT_URL: database.connectionString,
      JWT_SECRET: 'x'.repeat(32),
    };
    await expect(openDatabase(readConfig(settings), () => {})).rejects.toThrow(/lead to different databases/);
    const said: string[] = [];
    const same = { ...settings, DATABASE_URL: database.connectionString };
    await openDatabase(readConfig(same), (line) => said.push(line));
    expect(said).toEqual([expect.stringMatching(/^Statements through the pooler have no time limit/)]);
    await other.drop();
  });
});
