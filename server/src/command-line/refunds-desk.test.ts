import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deskLog } from '#server/features/staff/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { restores } from '#server/platform/installation/table.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { runAtDesk } from '#server/testing/run-at-desk.ts';
import { TEST_SECRET } from '#server/testing/test-shop.ts';
import { onCall } from '../../../paypal-stand-in/testing/test-stand-in.ts';

const COMMAND = fileURLToPath(new URL('./desk-command.ts', import.meta.url));
const me = userInfo().username;

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;

beforeAll(async () => {
  checkout = await openTestCheckout({ now: new Date() });
});
afterAll(() => checkout.close());
beforeEach(async () => {
  await checkout.provider.setFaults();
  await checkout.shop.deps.db.delete(deskLog);
  await checkout.shop.deps.db.delete(restores);
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

/** While the shop is open. */
const run = (args: (string | number)[]) => runAtDesk(checkout.shop, args, { PAYPAL_API_BASE: checkout.provider.url });

/** A process of its own, killed where it is told; returns what ended it. */
function killAt(point: string, args: (string | number)[]) {
  const settings = {
    DATABASE_URL: checkout.shop.connectionString,
    JWT_SECRET: TEST_SECRET,
    PAYPAL_API_BASE: checkout.provider.url,
    CRASH_AT: point,
  };
  return new Promise((resolve) => {
    const program = spawn(process.execPath, [COMMAND, ...args.map(String)], { env: { ...process.env, ...settings } });
    program.once('exit', (code, signal) => resolve(signal ?? code));
  });
}

const refund = (id: number, amount: string, reason = 'A rose was short') => run(refundWords(id, amount, reason));
const refundWords = (id: number, amount: string, reason: string) => [
  'orders',
  'refund',
  id,
  `--amount=${amount}`,
  '--reason',
  reason,
];
const done = (out: unknown) => ({ code: 0, out, err: '' });
const refused = (err: unknown) => ({ code: 1, out: '', err });

async function buy() {
  const bought = await checkout.buy();
  return { ...bought, paid: `£${bought.order.amount_to_pay.toFixed(2)}` };
}

const heldFor = async (id: number) => (await checkout.takenFor(id)).reduce((sum, pence) => sum + pence, 0);

describe('orders refund', () => {
  test('gives back in two parts, says so, and the order shows it', async () => {
    const { token, order, pence, paid } = await buy();
    expect(await refund(order.id, '£12')).toEqual(
      done(`£12.00 of order ${order.id} was given back, £12.00 in all. The buyer gets a letter.`),
    );
    const rest = ((pence - 1200) / 100).toFixed(2);
    expect(await refund(order.id, rest, 'They came late')).toEqual(
      done(`£${rest} of order ${order.id} was given back, ${paid} in all. The buyer gets a letter.`),
    );
    expect(await heldFor(order.id)).toBe(0);
    expect((await checkout.findOrder(token, order.id)).refunded).toBe(order.amount_to_pay);
    const { out } = await run(['orders', 'show', order.id]);
    for (const words of [
      'to be tied',
      'Flowers £',
      'Delivery £5.00',
      `£12.00 was given back, by ${me}: A rose was short`,
    ])
      expect(out).toContain(words);
    expect(await checkout.shop.deps.db.select().from(deskLog)).toMatchObject([
      { who: me, action: 'refund order', subjectId: order.id, details: { pence: 1200 } },
      { who: me, action: 'refund order', subjectId: order.id, details: { pence: pence - 1200 } },
    ]);
  });

  test('refuses in words: too much, nothing, no amount, no reason, no order', async () => {
    const { order, pence, paid } = await buy();
    expect(await refund(order.id, ((pence + 1) / 100).toFixed(2))).toEqual(
      refused(expect.stringContaining(`is more than is left of order ${order.id}: ${paid} of ${paid}.`)),
    );
    expect(await refund(order.id, '0.00')).toEqual(refused('A refund is of a penny or more. Nothing was given back.'));
    const unclear = refused('Say how much, in pounds: --amount 12.00. Nothing was given back.');
    for (const amount of ['-5', '5,0', '1.234', 'NaN', '1e3', ''])
      expect(await refund(order.id, amount)).toEqual(unclear);
    expect(await run(['orders', 'refund', order.id, '--reason', 'x'])).toEqual(unclear);
    expect(await refund(order.id, '1.00', ' ')).toEqual(refused(expect.stringContaining('Say why')));
    expect(await refund(999_999, '1.00')).toEqual(refused('There is no order 999999.'));
    expect(await heldFor(order.id)).toBe(pence);
    expect(await checkout.shop.deps.db.select().from(deskLog)).toEqual([]);
  });

  test('of two at once one wins', async () => {
    const { order, pence } = await buy();
    const most = ((pence - 100) / 100).toFixed(2);
    const both = await Promise.all([refund(order.id, most), refund(order.id, most)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(await heldFor(order.id)).toBe(100);
  });

  test('says that PayPal has not confirmed, and the shop goes on', async () => {
    const { token, order, pence } = await buy();
    await checkout.provider.setFaults(onCall('refundCapture', { commitThen500: true }));
    expect(await refund(order.id, '3.00')).toEqual(
      done('PayPal has not confirmed yet that £3.00 goes back. The shop goes on asking, and then writes to the buyer.'),
    );
    await checkout.provider.setFaults();
    await checkout.shop.tryJobs();
    expect((await checkout.findOrder(token, order.id)).refunded).toBe(3);
    expect(await heldFor(order.id)).toBe(pence - 300);
  });

  test('killed before it asked PayPal, the shop asks', async () => {
    const { token, order, pence } = await buy();
    expect(await killAt('refund intended', refundWords(order.id, '3.00', 'Late'))).toBe('SIGKILL');
    expect(await heldFor(order.id)).toBe(pence);
    // What the killed process had to itself is free after a while.
    await checkout.shop.deps.db.execute(sql`update refunds set lease_until = null`);
    await checkout.shop.tryJobs();
    expect((await checkout.findOrder(token, order.id)).refunded).toBe(3);
  });

  test('says why PayPal does not', async () => {
    const { order } = await buy();
    await checkout.provider.setFaults(onCall('refundCapture', { refundStatus: 'CANCELLED' }));
    expect(await refund(order.id, '3.00')).toEqual(
      refused(`PayPal did not give back £3.00 of order ${order.id} (REFUND_CANCELLED).`),
    );
  });

  test('moves no money from a restored copy on standby', async () => {
    const { order } = await buy();
    await checkout.shop.deps.db.insert(restores).values({ takenAt: new Date(), restoredAt: new Date() });
    expect(await refund(order.id, '3.00')).toEqual(refused(expect.stringContaining('on standby')));
  });
});

describe('orders cancel', () => {
  test('cancels, gives all back, and the day shows it as not to be tied', async () => {
    const { token, order, paid } = await buy();
    expect(await run(['orders', 'cancel', order.id, '--reason', 'No tulips'])).toEqual(
      done(
        `Order ${order.id} is cancelled. ${paid} of order ${order.id} was given back, ${paid} in all. The buyer gets a letter.`,
      ),
    );
    const cancelled = await checkout.findOrder(token, order.id);
    expect(cancelled).toMatchObject({ stage: 'cancelled', refunded: order.amount_to_pay });
    expect(await heldFor(order.id)).toBe(0);
    const day = await run(['orders', '--day', cancelled.delivery_date ?? '']);
    expect(day.out).toContain(`Order ${order.id}, cancelled: not to be tied`);
    expect(await run(['orders', 'cancel', order.id, '--reason', 'No tulips'])).toEqual(
      refused(`Order ${order.id} is cancelled already.`),
    );
    expect(await run(['orders', 'dispatch', order.id])).toEqual(
      refused(`Order ${order.id} is cancelled: it cannot become out.`),
    );
  });

  test('says where the money is when PayPal does not give it back', async () => {
    const [kept, returned] = [await buy(), await buy()];
    const cancel = (id: number) => run(['orders', 'cancel', id, '--reason', 'No tulips']);
    await checkout.provider.setFaults(onCall('refundCapture', { refundStatus: 'FAILED' }));
    expect(await cancel(kept.order.id)).toEqual(
      refused(expect.stringContaining(`${kept.paid} of its money is still here.`)),
    );
    await checkout.provider.setFaults();
    const { rows } = await checkout.shop.deps.db.execute<{ capture_id: string }>(
      sql`select capture_id from payments where order_id = ${returned.order.id}`,
    );
    await checkout.provider.refund(rows[0]?.capture_id ?? '');
    expect(await cancel(returned.order.id)).toEqual(
      refused(expect.stringContaining('All of its money has gone back by other refunds.')),
    );
  });

  test('refuses without a reason, and what has left', async () => {
    const { order, pence } = await buy();
    expect(await run(['orders', 'cancel', order.id])).toEqual(refused(expect.stringContaining('Say why')));
    await run(['orders', 'dispatch', order.id]);
    expect(await run(['orders', 'cancel', order.id, '--reason', 'No tulips'])).toEqual(
      refused(`Order ${order.id} is on its way: only what is still to be tied can be cancelled. Nothing was changed.`),
    );
    expect(await heldFor(order.id)).toBe(pence);
  });
});
