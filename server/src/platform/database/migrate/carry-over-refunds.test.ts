import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { sql } from '../drizzle.ts';
import { migrate } from './migrate.ts';

/** Up to the migration that made the table of refunds. */
const BEFORE_REFUNDS = 24;

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.connectionString, BEFORE_REFUNDS);
});
afterAll(() => database.drop());

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

async function pay(number: number, state: string, { refundId = null, leftAs = null }: Record<string, string | null>) {
  await database.db.execute(sql`insert into order_numbers default values`);
  await database.db.execute(sql`
    insert into payments (id, order_id, order_version, state, amount_pence, invoice, capture_id, refund_id, left_as, left_at,
      look_again_at, created_at, changed_at)
    values (${id(number)}, ${number}, 1, ${state}, 4000, 'M-1', ${`CAP${number}`}, ${refundId}, ${leftAs},
      case when ${leftAs}::text is null then null else now() end, now(), now(), now())`);
}

async function hear(event: string, type: string, resource: object) {
  const body = JSON.stringify({ id: event, event_type: `PAYMENT.CAPTURE.${type}`, resource });
  await database.db.execute(sql`insert into webhook_events (id, type, body, received_at, processed_at)
    values (${event}, ${`PAYMENT.CAPTURE.${type}`}, ${body}::jsonb, now(), now())`);
}

const gbp = (value: string) => ({ amount: { currency_code: 'GBP', value } });

test('what earlier versions gave back, owed, or heard of from PayPal becomes rows of refunds', async () => {
  await pay(1, 'refunding', {});
  await pay(2, 'refunded', { refundId: 'R2' });
  await pay(3, 'refunded', { refundId: 'refunded elsewhere' });
  await pay(4, 'refunded', { refundId: 'refunded elsewhere' });
  await pay(5, 'captured', { leftAs: 'refunded' });
  await hear('E1', 'REFUNDED', { id: 'R5a', custom_id: id(5), ...gbp('5.00') });
  await hear('E2', 'REFUNDED', { id: 'R5a', custom_id: id(5), ...gbp('5.00') });
  await hear('E3', 'REFUNDED', { id: 'R5b', links: [{ rel: 'up', href: 'https://x/captures/CAP5' }], ...gbp('0.50') });
  // Its event was deleted, and with it the amount.
  await pay(6, 'captured', { leftAs: 'refunded' });
  await pay(7, 'captured', { leftAs: 'reversed' });
  await hear('E4', 'REVERSED', { id: 'CAP7', ...gbp('9.50') });
  await pay(8, 'captured', {});
  // It tells of our own.
  await hear('E5', 'REFUNDED', { id: 'R2', custom_id: id(2), ...gbp('40.00') });

  // The shop that wrote them is closed.
  await database.db.$client.query("set application_name = 'closed'");
  await migrate(database.connectionString);
  const { rows } = await database.db.execute(sql`
    select order_id, refunds.amount_pence, who, refunds.state, provider_refund_id
    from refunds join payments on payments.id = payment_id order by order_id, provider_refund_id`);
  expect(rows.map((row) => Object.values(row))).toEqual([
    [1, 4000, 'shop', 'asked', null],
    [2, 4000, 'shop', 'done', 'R2'],
    [3, 4000, 'PayPal', 'done', `unnamed ${id(3)}`],
    [4, 4000, 'PayPal', 'done', `unnamed ${id(4)}`],
    [5, 500, 'PayPal', 'done', 'R5a'],
    [5, 50, 'PayPal', 'done', 'R5b'],
    [6, 4000, 'PayPal', 'done', 'refunded CAP6'],
    [7, 950, 'PayPal', 'done', 'reversed CAP7'],
  ]);
  await migrate(database.connectionString);
});
