import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';
import { sql } from './drizzle.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** On one connection: runs a statement so many times, and returns what PostgreSQL has prepared. */
const preparedAfter = (times: number, build: (number: number) => ReturnType<typeof sql>): Promise<string[]> =>
  shop.deps.db.transaction(async (tx) => {
    const { rows: before } = await tx.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`);
    for (let number = 0; number < times; number++) {
      const { rows } = await tx.execute<{ answer: number }>(build(number));
      if (rows.length > 0) expect(rows[0]?.answer).toBe(number);
    }
    const { rows } = await tx.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`);
    return rows.map(({ statement }) => statement).filter((one) => !before.some(({ statement }) => statement === one));
  });

describe('a statement', () => {
  test('that is run often is prepared by PostgreSQL, and uses the values of each run', async () => {
    expect(await preparedAfter(30, (number) => sql`select ${number}::int as answer`)).toEqual([
      'select $1::int as answer',
    ]);
  });

  test('that comes now and then is not', async () => {
    expect(await preparedAfter(5, (number) => sql`select ${number}::int as answer, 1`)).toEqual([]);
  });

  test('whose plan depends on what is looked for is planned each time', async () => {
    const search = (number: number) => sql`select 1 from products where name ilike ${`%none ${number}%`}`;
    expect(await preparedAfter(30, search)).toEqual([]);
    const words = (number: number) => sql`select 1 from order_search where words like ${`%none ${number}%`}`;
    expect(await preparedAfter(30, words)).toEqual([]);
  });

  test('that is another each time fills no memory', async () => {
    const prepared = await preparedAfter(
      300,
      (number) => sql`select ${number}::int as answer, ${sql.raw(String(number))}`,
    );
    expect(prepared).toEqual([]);
  });

  test('there are two hundred of at most', async () => {
    const prepared = await preparedAfter(
      6_000,
      (number) => sql`select ${number}::int as answer, ${sql.raw(`'many ${number % 400}'`)} as of`,
    );
    expect(prepared.length).toBeLessThanOrEqual(200);
    expect(prepared.length).toBeGreaterThan(100);
  });
});
