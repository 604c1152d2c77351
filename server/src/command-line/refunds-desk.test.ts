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

const refundWords = (id: number, amount: string, words = 'A rose was short') => [
  'orders',
  'refund',
  id,
  `--amount=${amount}`,
  `--words=${words}`,
];
const refund = (id: number, amount: string, words?: string) => run(refundWords(id, amount, words));
const done = (out: unknown) => ({ code: 0, out, err: '' });
const refused = (err: unknown) => ({ code: 1, out: '', err });
const heldFor = async (id: number) => (await checkout.takenFor(id)).reduce((sum, pence) => sum + pence, 0);

describe('orders refund', () => {
  test('gives back in two parts, says so, and the order shows it', async () => {
    const { token, order, pence } = await checkout.buy();
    expect(await refund(order.id, '£12')).toEqual(done('amount: 12.00\noutcome: done'));
    const rest = ((pence - 1200) / 100).toFixed(2);
    expect(await refund(order.id, rest, 'They came late')).toEqual(done(`amount: ${rest}\noutcome: done`));
    expect(await heldFor(order.id)).toBe(0);
    expect((await checkout.findOrder(token, order.id)).refunded).toBe(order.amount_to_pay);
    const { out } = await run(['orders', 'show', order.id]);
    expect(out).toMatch(new RegExp(`12\\.00 +done +A rose was short +command line +${me} `));
    expect(await checkout.shop.deps.db.select().from(deskLog)).toMatchObject([
      { who: me, action: 'refund order', subjectId: order.id, details: { pence: 1200 } },
      { who: me, action: 'refund order', subjectId: order.id, details: { pence: pence - 1200 } },
    ]);
  });

  test('gives all of it back, or what was left when somebody looked', async () => {
    const { order, pence } = await checkout.buy();
    const all = ['orders', 'refund', order.id, '--what', 'all', '--words', 'They came late'];
    const [left, more] = [pence / 100, pence / 100 + 1].map((pounds) => pounds.toFixed(2));
    expect(await run([...all, '--left', String(more)])).toEqual(
      refused(expect.stringContaining(`£${left} of order ${order.id} is left now`)),
    );
    expect(await run([...all, '--left', String(left)])).toEqual(done(`amount: ${left}\noutcome: done`));
    expect(await heldFor(order.id)).toBe(0);
  });

  test('refuses in words: too much, nothing, no amount, no words, no order', async () => {
    const { order, pence } = await checkout.buy();
    expect(await refund(order.id, ((pence + 1) / 100).toFixed(2))).toEqual(
      refused(expect.stringMatching(`--amount: That is .+ of order ${order.id} is left\\.`)),
    );
    expect(await refund(order.id, '0.00')).toEqual(refused('--amount: A refund is of a penny or more.'));
    for (const amount of ['-5', '5,0', '1.234', 'NaN', '1e3', ''])
      expect(await refund(order.id, amount)).toEqual(refused('--amount: Say how much, in pounds.'));
    expect(await run(['orders', 'refund', order.id, '--words', 'x'])).toEqual(
      refused('--what: Choose all, a part, or a sum.'),
    );
    expect(await refund(order.id, '1.00', ' ')).toEqual(refused('--words: This field may not be blank.'));
    expect(await refund(999_999, '1.00')).toEqual(refused('There is no order 999999.'));
    expect(await heldFor(order.id)).toBe(pence);
    expect(await checkout.shop.deps.db.select().from(deskLog)).toEqual([]);
  });

  test('of two at once one wins', async () => {
    const { order, pence } = await checkout.buy();
    const most = ((pence - 100) / 100).toFixed(2);
    const both = await Promise.all([refund(order.id, most), refund(order.id, most)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(await heldFor(order.id)).toBe(100);
  });

  test('says that PayPal has not confirmed, and the shop goes on', async () => {
    const { token, order, pence } = await checkout.buy();
    await checkout.provider.setFaults(onCall('refundCapture', { commitThen500: true }));
    expect(await refund(order.id, '3.00')).toEqual(done('amount: 3.00\noutcome: waiting'));
    await checkout.provider.setFaults();
    await checkout.shop.tryJobs();
    expect((await checkout.findOrder(token, order.id)).refunded).toBe(3);
    expect(await heldFor(order.id)).toBe(pence - 300);
  });

  test('killed before it asked PayPal, the shop asks', async () => {
    const { token, order, pence } = await checkout.buy();
    expect(await killAt('refund intended', refundWords(order.id, '3.00', 'Late'))).toBe('SIGKILL');
    expect(await heldFor(order.id)).toBe(pence);
    // What the killed process had to itself is free after a while.
    await checkout.shop.deps.db.execute(sql`update refunds set lease_until = null`);
    await checkout.shop.tryJobs();
    expect((await checkout.findOrder(token, order.id)).refunded).toBe(3);
  });

  test('says why PayPal does not', async () => {
    const { order } = await checkout.buy();
    await checkout.provider.setFaults(onCall('refundCapture', { refundStatus: 'CANCELLED' }));
    expect(await refund(order.id, '3.00')).toEqual(
      refused('PayPal did not give back £3.00 (REFUND_CANCELLED). It can be tried again.'),
    );
  });

  test('moves no money from a restored copy on standby', async () => {
    const { order } = await checkout.buy();
    await checkout.shop.deps.db.insert(restores).values({ takenAt: new Date(), restoredAt: new Date() });
    expect(await refund(order.id, '3.00')).toEqual(refused(expect.stringContaining('on standby')));
  });
});

describe('orders cancel', () => {
  const cancel = (id: number) => run(['orders', 'cancel', id, '--words', 'No tulips']);

  test('cancels and gives all back, once', async () => {
    const { token, order } = await checkout.buy();
    expect(await cancel(order.id)).toEqual(done(`amount: ${order.amount_to_pay.toFixed(2)}\noutcome: done`));
    expect(await checkout.findOrder(token, order.id)).toMatchObject({
      stage: 'cancelled',
      refunded: order.amount_to_pay,
    });
    expect(await heldFor(order.id)).toBe(0);
    expect(await cancel(order.id)).toEqual(refused(`Order ${order.id} is cancelled already.`));
    expect(await run(['orders', 'dispatch', order.id])).toEqual(
      refused(`Order ${order.id} is cancelled: it cannot become out.`),
    );
  });

  test('ends with 1 when PayPal does not give its money back', async () => {
    const { order } = await checkout.buy();
    await checkout.provider.setFaults(onCall('refundCapture', { refundStatus: 'FAILED' }));
    expect(await cancel(order.id)).toMatchObject({
      code: 1,
      out: expect.stringContaining('outcome: failed'),
      err: 'Not all of it was done.',
    });
  });

  test('refuses without words, and what has left', async () => {
    const { order, pence } = await checkout.buy();
    expect(await run(['orders', 'cancel', order.id])).toEqual(refused('--words: This field is required.'));
    await run(['orders', 'dispatch', order.id]);
    expect(await cancel(order.id)).toEqual(
      refused(`Order ${order.id} is on its way: only what is still to be tied can be cancelled. Nothing was changed.`),
    );
    expect(await heldFor(order.id)).toBe(pence);
  });
});
