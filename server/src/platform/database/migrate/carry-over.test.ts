import { getConstructionPlans } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { JOBS_SCHEMA } from '#server/platform/jobs/create-jobs.ts';
import oldShop from '#server/testing/old-shop/after-23-migrations.json' with { type: 'json' };
import { createEmptyDatabase } from '#server/testing/test-database.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { sql } from '../drizzle.ts';

/**
 * A shop as the last version wrote it whose carts and orders were one table: carts and payments in every state, orders
 * paid for, refunded, replaced, delivered, of somebody who left, letters that wait. Beside it, what its API answered.
 */
const BACKUP = `${import.meta.dirname}/../../../testing/old-shop/after-23-migrations.backup`;
const { password, people } = oldShop;

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  const database = await createEmptyDatabase();
  await restoreBackup(database.connectionString, BACKUP);
  await database.db.execute(sql`update restores set taken_over_at = now(), reconciled_at = now()`);
  await database.db.$client.query(getConstructionPlans(JOBS_SCHEMA));
  // Nobody answers there, as nothing that is to be answered depends on PayPal.
  // Two minutes later: what has left within the last one may still be taken back, and is not told.
  const now = new Date(TEST_NOW.getTime() + 120_000);
  shop = await openTestShop({ database, now, env: { PAYPAL_API_BASE: 'http://127.0.0.1:9' } });
});
afterAll(() => shop.close());

/** What is being paid for was called P, as the cart, and a cancelled order C, as a completed one. */
const STATUS_THEN: Record<string, string> = { W: 'P', X: 'C' };

/** What is said now, without the fields that were not there then. */
function dropAdditions(now: unknown, then: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(then)) return now.map((one, place) => dropAdditions(one, then[place]));
  if (!isRecord(now) || !isRecord(then)) return now;
  return Object.fromEntries(
    Object.entries(now)
      .filter(([key]) => key in then)
      .map(([key, value]) => [
        key,
        key === 'status' ? (STATUS_THEN[String(value)] ?? value) : dropAdditions(value, then[key]),
      ]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

describe('a shop of the version before carts and orders were apart', () => {
  test.each(people.map(({ about, ...person }) => [about, person] as const))(
    'answers as before: %s',
    async (_, person) => {
      await shop.deps.db.execute(sql`delete from throttles`);
      const body = { email: person.email, password };
      const { access } = (await shop.call('POST', '/api/user/login/', { body })).json();
      for (const [path, then] of Object.entries(person.said)) {
        const asked = path.replace('?status=P', '?status=P,W');
        const answer = await shop.call('GET', asked, { token: access });
        const now = { status: answer.status, body: answer.body === '' ? null : answer.json() };
        expect(JSON.stringify(dropAdditions(now, then), null, 1), path).toBe(JSON.stringify(then, null, 1));
      }
    },
  );

  test('loses no payment, letter or number, and every order has its sums and its events', async () => {
    const count = async (query: string) => Number((await shop.deps.db.execute(sql.raw(query))).rows[0]?.count);
    expect(await count('select count(*) from payments')).toBe(19);
    expect(await count('select count(*) from letters where sent_at is null')).toBe(16);
    expect(await count('select count(*) from order_numbers')).toBe(24);
    expect(await count(`select count(*) from orders where id not in (select order_id from order_sums)`)).toBe(0);
    expect(
      await count(`select count(*) from orders where stage <> 'awaiting payment'
      and id not in (select order_id from order_events)`),
    ).toBe(0);
  });
});
