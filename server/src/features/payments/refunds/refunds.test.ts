import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { runFor } from '#server/platform/watch/current-request.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { onCall } from '../../../../../paypal-stand-in/testing/test-stand-in.ts';
import { cancelOrder } from '../own-orders/cancel-order.ts';
import { payments, refunds } from '../table.ts';
import { listRefundsOfOrder } from './list-refunds.ts';
import { settleRefund } from './settle-refund.ts';
import { startRefund } from './start-refund.ts';
import { sweepRefunds } from './sweep-refunds.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let dieAt: string | undefined;
const NOW = new Date('2026-11-16T09:46:00Z');

beforeAll(async () => {
  checkout = await openTestCheckout({
    onPoint: (point) => {
      if (point === dieAt) throw new Error('The process died.');
    },
  });
});
afterAll(() => checkout.close());
beforeEach(async () => {
  dieAt = undefined;
  checkout.shop.setNow(NOW);
  await checkout.provider.setFaults();
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

async function buy() {
  const bought = await checkout.buy();
  await checkout.shop.tryJobs();
  return bought;
}

const start = (orderId: number, amountPence: number, reason = 'One rose was short') =>
  checkout.shop.deps.db.transaction((tx) =>
    startRefund(checkout.shop.deps, tx, orderId, { amountPence, reason, ...onCommandLine('flora') }),
  );
const refund = async (orderId: number, amountPence: number, reason?: string) =>
  settleRefund(checkout.shop.deps, (await start(orderId, amountPence, reason)).id);
const cancel = (orderId: number) =>
  checkout.shop.deps.db.transaction((tx) =>
    cancelOrder(checkout.shop.deps, tx, orderId, { reason: 'No tulips this week', ...onCommandLine('flora') }),
  );

const statesOf = async (orderId: number) =>
  (await listRefundsOfOrder(checkout.shop.deps.db, orderId)).map(({ state }) => state);
const eventsOf = async (orderId: number) => {
  const { rows } = await checkout.shop.deps.db.execute<Record<string, string>>(
    sql`select who, what, before, after from order_events where order_id = ${orderId} order by id`,
  );
  return rows.map(({ who, what, before, after }) => [who, what, before, after]);
};
/** Letters to the buyer since she paid. */
async function lettersTo(address: string) {
  await checkout.shop.tryJobs();
  const mine = checkout.shop
    .letters()
    .filter(({ to, subject }) => to === address && !/Welcome|Confirm|order \d+ is in/i.test(subject));
  return mine.filter(({ subject }) => /back|cancelled/.test(subject));
}
const soldOf = async () => {
  const { rows } = await checkout.shop.deps.db.execute<{ sold: number }>(
    sql`select sum(sold)::int as sold from products`,
  );
  return rows[0]?.sold;
};

describe('a refund', () => {
  test('goes back in parts, up to what was paid; order, ledger, events and letters say the same', async () => {
    const { email, token, order, pence } = await buy();
    expect(await checkout.findOrder(token, order.id)).toMatchObject({ refunded: 0, refunds: [] });
    expect(await refund(order.id, 1200)).toBe('done');
    expect(await checkout.findOrder(token, order.id)).toMatchObject({
      status: 'C',
      refunded: 12,
      refunds: [{ amount: 12, reason: 'One rose was short', refunded_at: NOW.toISOString() }],
      amount_to_pay: order.amount_to_pay,
    });
    expect(await refund(order.id, pence - 1200, 'They came late')).toBe('done');
    expect(await checkout.takenFor(order.id)).toEqual([pence, -1200, 1200 - pence]);
    expect((await checkout.findOrder(token, order.id)).refunded).toBe(order.amount_to_pay);
    const all = `£${(pence / 100).toFixed(2)}`;
    expect((await eventsOf(order.id)).slice(2)).toEqual([
      ['flora', 'refund asked', null, '£12.00'],
      ['PayPal', 'refunded', '£0.00', '£12.00'],
      ['flora', 'refund asked', null, `£${((pence - 1200) / 100).toFixed(2)}`],
      ['PayPal', 'refunded', '£12.00', all],
    ]);
    const [first, last, ...more] = await lettersTo(email);
    expect(more).toEqual([]);
    expect(first?.subject).toBe(`£12.00 of order ${order.id} is on its way back`);
    for (const words of ['One rose was short', `You paid ${all}`, `£${((pence - 1200) / 100).toFixed(2)} of it`])
      expect(first?.text).toContain(words);
    expect(last?.text).toContain(`all of the ${all} that you paid`);
  });

  test('of a penny leaves the rest', async () => {
    const { token, order } = await buy();
    expect(await refund(order.id, 1)).toBe('done');
    expect((await checkout.findOrder(token, order.id)).refunded).toBe(0.01);
  });

  test('is refused in words: too much, nothing, less, and nothing of it reaches PayPal', async () => {
    const { order, pence } = await buy();
    await refund(order.id, 1000);
    const left = `£${((pence - 1000) / 100).toFixed(2)}`;
    await expect(start(order.id, pence - 999)).rejects.toThrow(`more than is left of order ${order.id}: ${left} of`);
    for (const amount of [0, -5, 1.5, Number.NaN])
      await expect(start(order.id, amount)).rejects.toThrow('A refund is of a penny or more.');
    await refund(order.id, pence - 1000);
    await expect(start(order.id, 1)).rejects.toThrow(`All of order ${order.id} has gone back already`);
    expect(await checkout.takenFor(order.id)).toHaveLength(3);
  });

  test('is refused for a cart, an order that awaits its payment, and one that does not exist', async () => {
    const { token, order } = await checkout.fillCart();
    await expect(start(order.id, 100)).rejects.toThrow('is still a cart');
    const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
    await checkout.provider.approve(id);
    await checkout.provider.setFaults(onCall('captureOrder', { pendingCapture: {} }));
    expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('waiting');
    await expect(start(order.id, 100)).rejects.toThrow('PayPal has not confirmed the payment of order');
    await expect(cancel(order.id)).rejects.toThrow('PayPal has not confirmed the payment of order');
    await expect(start(999_999, 100)).rejects.toThrow();
  });

  test('of two at once that are more together than was paid, one is made', async () => {
    const { order, pence } = await buy();
    const most = pence - 100;
    const both = await Promise.allSettled([refund(order.id, most), refund(order.id, most)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await checkout.takenFor(order.id)).toEqual([pence, -most]);
  });

  test('ten at once over a crowd of callers give back each its own, once', async () => {
    const { order, pence } = await buy();
    const started = await Promise.all(Array.from({ length: 10 }, () => start(order.id, 100)));
    const settle = () => Promise.all(started.map(({ id }) => settleRefund(checkout.shop.deps, id)));
    await Promise.all([settle(), settle(), sweepRefunds(checkout.shop.deps)]);
    await checkout.shop.tryJobs();
    expect(await checkout.takenFor(order.id)).toEqual([pence, ...Array(10).fill(-100)]);
    expect(await statesOf(order.id)).toEqual(Array(10).fill('done'));
  });
});

test('an answer that names another sum is not believed: the list of refunds at PayPal says what went back', async () => {
  const { order, pence } = await buy();
  await checkout.provider.setFaults(onCall('refundCapture', { wrongAmount: '0.01' }));
  expect(await refund(order.id, 1200)).toBe('done');
  const rows = await checkout.shop.deps.db
    .select({ state: refunds.state, toldPence: refunds.toldPence })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderId, order.id));
  expect(rows).toEqual([{ state: 'done', toldPence: 1200 }]);
  expect(await checkout.takenFor(order.id)).toEqual([pence, -1200]);
  expect(checkout.shop.failures).toMatchObject([{ msg: 'PayPal answered a refund with another sum' }]);
  checkout.shop.failures.length = 0;
});

describe('a refund whose answer is lost', () => {
  test.each(['commitThen500', 'commitThenReset', 'malformedJson', 'withoutId'] as const)(
    'is unclear, keeps its money, and is made once (%s)',
    async (fault) => {
      const { email, token, order, pence } = await buy();
      await checkout.provider.setFaults(onCall('refundCapture', { [fault]: true }));
      expect(await refund(order.id, 1200)).toBe('waiting');
      expect(await statesOf(order.id)).toEqual(['unclear']);
      expect((await checkout.findOrder(token, order.id)).refunded).toBe(0);
      await expect(start(order.id, pence - 1199)).rejects.toThrow('more than is left');
      await checkout.provider.setFaults();
      expect(await lettersTo(email)).toHaveLength(1);
      expect(await statesOf(order.id)).toEqual(['done']);
      expect(await checkout.takenFor(order.id)).toEqual([pence, -1200]);
    },
  );

  test.each(['dropBeforeCommit', 'status'] as const)('and that PayPal never got is made later (%s)', async (fault) => {
    const { order, pence } = await buy();
    await checkout.provider.setFaults(
      onCall('refundCapture', fault === 'status' ? { status: 503 } : { [fault]: true }),
    );
    expect(await refund(order.id, 1200)).toBe('waiting');
    expect(await checkout.takenFor(order.id)).toEqual([pence]);
    await checkout.provider.setFaults();
    checkout.shop.setNow(new Date(NOW.getTime() + 60_000));
    await sweepRefunds(checkout.shop.deps);
    expect(await statesOf(order.id)).toEqual(['done']);
    expect(await checkout.takenFor(order.id)).toEqual([pence, -1200]);
  });

  test('and is refused when it is asked again was made all the same', async () => {
    const { order, pence } = await buy();
    await checkout.provider.setFaults(onCall('refundCapture', { commitThen500: true }));
    const { id } = await start(order.id, 1200);
    expect(await settleRefund(checkout.shop.deps, id)).toBe('waiting');
    await checkout.provider.setFaults(onCall('refundCapture', { status: 403 }));
    expect(await settleRefund(checkout.shop.deps, id)).toBe('done');
    expect(await checkout.takenFor(order.id)).toEqual([pence, -1200]);
  });

  test('is not asked for again once PayPal has forgotten it, only looked up', async () => {
    const { order, pence } = await buy();
    await checkout.provider.setFaults(onCall('refundCapture', { commitThen500: true }));
    const made = await start(order.id, 1200);
    const never = await start(order.id, 700);
    expect(await settleRefund(checkout.shop.deps, made.id)).toBe('waiting');
    await checkout.provider.setFaults();
    checkout.shop.setNow(new Date(NOW.getTime() + 31 * 24 * 60 * 60 * 1000));
    expect(await settleRefund(checkout.shop.deps, made.id)).toBe('done');
    expect(await settleRefund(checkout.shop.deps, never.id)).toBe('failed');
    expect(await checkout.takenFor(order.id)).toEqual([pence, -1200]);
  });

  test('waits while PayPal keeps it pending, and is done when PayPal says so', async () => {
    const { email, order } = await buy();
    await checkout.provider.setFaults(
      onCall('refundCapture', { pendingRefund: { later: 'COMPLETED', afterSeconds: 5 } }),
    );
    const { id } = await start(order.id, 1200);
    expect(await settleRefund(checkout.shop.deps, id)).toBe('waiting');
    expect(await settleRefund(checkout.shop.deps, id)).toBe('waiting');
    expect(await lettersTo(email)).toEqual([]);
    await checkout.provider.call('POST', '/standin/clock', { advance_seconds: 6 });
    expect(await settleRefund(checkout.shop.deps, id)).toBe('done');
    expect(await lettersTo(email)).toHaveLength(1);
  });
});

describe('a refund that PayPal does not make', () => {
  test('fails, tells the florist and not the buyer, and leaves the money for another', async () => {
    const { email, order, pence } = await buy();
    await checkout.provider.setFaults(onCall('refundCapture', { refundStatus: 'FAILED' }));
    expect(await runFor({ id: 'request-1' }, () => refund(order.id, pence))).toBe('failed');
    await checkout.provider.setFaults();
    expect(await lettersTo(email)).toEqual([]);
    const told = checkout.shop.letters().filter(({ subject }) => subject === `Order ${order.id}: refund not made`);
    expect(told.map(({ to }) => to)).toEqual([checkout.shop.deps.config.shopEmail]);
    expect(told[0]?.text).toContain('in the log of the shop, under request-1.');
    expect(await refund(order.id, pence)).toBe('done');
    expect(await checkout.takenFor(order.id)).toEqual([pence, -pence]);
  });

  test('because somebody gave all of it back there meanwhile fails; their refund is in the books instead', async () => {
    const { token, order, pence } = await buy();
    const { rows } = await checkout.shop.deps.db.execute<{ capture_id: string }>(
      sql`select capture_id from payments where order_id = ${order.id}`,
    );
    await checkout.provider.refund(rows[0]?.capture_id ?? '');
    expect(await refund(order.id, 100)).toBe('failed');
    await checkout.provider.call('POST', '/standin/webhooks', { release: true });
    await expect
      .poll(
        async () => {
          await checkout.shop.tryJobs();
          return (await checkout.findOrder(token, order.id)).refunded;
        },
        { timeout: 60_000 },
      )
      .toBe(pence / 100);
    await checkout.provider.call('POST', '/standin/webhooks', { hold: true });
    expect((await statesOf(order.id)).toSorted()).toEqual(['done', 'failed']);
  });
});

describe('a process that dies', () => {
  test.each(['refund intended', 'refunded at the provider', 'refund recorded, not yet committed', 'refund recorded'])(
    'at "%s" leaves a job that gives back once and writes once',
    async (point) => {
      const { email, order, pence } = await buy();
      const { id } = await start(order.id, 1200);
      dieAt = point;
      await expect(settleRefund(checkout.shop.deps, id)).rejects.toThrow('The process died.');
      dieAt = undefined;
      expect(await lettersTo(email)).toHaveLength(1);
      expect(await checkout.takenFor(order.id)).toEqual([pence, -1200]);
      expect(await statesOf(order.id)).toEqual(['done']);
    },
  );
});

describe('our own refund', () => {
  test('told by an event is not taken for one made at PayPal, whenever the event comes', async () => {
    const { token, order } = await buy();
    await checkout.provider.setFaults(onCall('refundCapture', { commitThen500: true }, { nth: 1 }));
    const { id } = await start(order.id, 1200);
    expect(await settleRefund(checkout.shop.deps, id)).toBe('waiting');
    await checkout.provider.call('POST', '/standin/webhooks', { release: true });
    const heard = sql`select 1 from webhook_events where type = 'PAYMENT.CAPTURE.REFUNDED'
      and processed_at is not null and body::text like ${`%${id}%`}`;
    await expect
      .poll(
        async () => {
          await checkout.shop.tryJobs();
          return (await checkout.shop.deps.db.execute(heard)).rows.length;
        },
        { timeout: 60_000 },
      )
      .toBe(1);
    await checkout.provider.call('POST', '/standin/webhooks', { hold: true });
    expect(await statesOf(order.id)).toEqual(['done']);
    expect((await checkout.findOrder(token, order.id)).refunded).toBe(12);
  });
});

describe('cancelling', () => {
  test('gives back what is left, counts the bouquets as unsold, and writes once', async () => {
    const before = await soldOf();
    const { email, token, order, pence } = await buy();
    await refund(order.id, 500);
    expect(await soldOf()).toBe((before ?? 0) + 2);
    // Of two refunds of one moment nobody could tell which came with the cancellation.
    checkout.shop.setNow(new Date(NOW.getTime() + 1000));
    const { refund: owed } = await cancel(order.id);
    expect(owed?.amountPence).toBe(pence - 500);
    // The job does it: nobody settles it here.
    const letters = await lettersTo(email);
    expect(await checkout.takenFor(order.id)).toEqual([pence, -500, 500 - pence]);
    expect(letters.map(({ subject }) => subject)).toEqual([
      `£5.00 of order ${order.id} is on its way back`,
      `Your order ${order.id} is cancelled`,
    ]);
    for (const words of ['No tulips this week', `£${(pence / 100).toFixed(2)}, has been given back`])
      expect(letters[1]?.text).toContain(words);
    expect(await soldOf()).toBe(before);
    expect(await checkout.findOrder(token, order.id)).toMatchObject({
      status: 'X',
      stage: 'cancelled',
      refunded: order.amount_to_pay,
    });
    await expect(cancel(order.id)).rejects.toThrow(`Order ${order.id} is cancelled already.`);
  });

  test('after all has gone back is told at once', async () => {
    const { email, order, pence } = await buy();
    await refund(order.id, pence);
    expect((await cancel(order.id)).refund).toBeUndefined();
    expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual([
      `£${(pence / 100).toFixed(2)} of order ${order.id} is on its way back`,
      `Your order ${order.id} is cancelled`,
    ]);
  });

  test('of what is tied is refused, and nothing is given back', async () => {
    const { order, pence } = await buy();
    await checkout.shop.deps.db.execute(sql`update orders set stage = 'tied' where id = ${order.id}`);
    await expect(cancel(order.id)).rejects.toThrow(`Order ${order.id} is tied already`);
    expect(await checkout.takenFor(order.id)).toEqual([pence]);
  });

  test('twice at once cancels once', async () => {
    const { order, pence } = await buy();
    const both = await Promise.allSettled([cancel(order.id), cancel(order.id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await checkout.shop.tryJobs();
    expect(await checkout.takenFor(order.id)).toEqual([pence, -pence]);
  });
});

describe('the words of a refund', () => {
  test('go with the account, as the note does; the amount stays', async () => {
    const { token, order, pence } = await buy();
    await refund(order.id, 1200, 'Nell was not at home');
    checkout.shop.setNow(new Date(NOW.getTime() + 1000));
    await cancel(order.id);
    await checkout.shop.tryJobs();
    const body = { password: PASSWORD };
    expect((await checkout.shop.call('POST', '/api/user/profile/delete/', { token, body })).status).toBe(200);
    const rows = await listRefundsOfOrder(checkout.shop.deps.db, order.id);
    expect(rows.map(({ amountPence, reason, who }) => [amountPence, reason, who])).toEqual([
      [1200, '', 'flora'],
      [pence - 1200, '', 'flora'],
    ]);
  });
});
