import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CartRow } from '#server/features/orders/cart/table.ts';
import { placeOrder } from '#server/features/orders/paid/place-order.ts';
import { readCart } from '#server/features/orders/paid/read-purchase.ts';
import { returnToCart } from '#server/features/orders/paid/return-to-cart.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { payments } from '../table.ts';
import { lockPayment } from './lock-payment.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;

beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());

const openPayment = async () => {
  const { token, order, person } = await checkout.fillCart();
  await checkout.pay.create(token, order);
  const [payment] = await checkout.shop.deps.db.select().from(payments).where(eq(payments.orderId, order.id));
  return { id: payment?.id ?? '', order, person };
};

const place = async (tx: Transaction, cart: CartRow): Promise<OrderRow> => {
  const terms = checkout.shop.deps.delivery.terms();
  return placeOrder(tx, cart, await readCart(tx, cart, terms), terms.now);
};

/** Locks it while another transaction has it and changes what it is for; that one commits when the first waits. */
async function lockDuring(id: string, change: (tx: Transaction) => Promise<unknown>) {
  const { db } = checkout.shop.deps;
  let locking: ReturnType<typeof lockPayment> | undefined;
  await db.transaction(async (tx) => {
    await change(tx);
    locking = db.transaction((other) => lockPayment(other, id));
    await untilWaiting();
  });
  return locking;
}

async function untilWaiting() {
  for (;;) {
    const { rows } = await checkout.shop.deps.db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await sleep(10);
  }
}

describe('locking a payment', () => {
  test('finds its cart', async () => {
    const { id, order, person } = await openPayment();
    const locked = await checkout.shop.deps.db.transaction((tx) => lockPayment(tx, id));
    expect(locked).toMatchObject({ payment: { id, state: 'created' }, cart: { id: order.id, userId: person.user.id } });
    expect(locked.order).toBeUndefined();
  });

  test('finds the order that the cart became while it waited', async () => {
    const { id, order } = await openPayment();
    const locked = await lockDuring(id, async (tx) => {
      const { cart } = await lockPayment(tx, id);
      await place(tx, cart as CartRow);
    });
    expect(locked?.cart).toBeUndefined();
    expect(locked?.order).toMatchObject({ id: order.id, stage: 'awaiting payment' });
  });

  test('finds the cart that the order became while it waited', async () => {
    const { id, order } = await openPayment();
    const { db } = checkout.shop.deps;
    await db.transaction(async (tx) => place(tx, (await lockPayment(tx, id)).cart as CartRow));
    const locked = await lockDuring(id, async (tx) => returnToCart(tx, (await lockPayment(tx, id)).order as OrderRow));
    expect(locked?.order).toBeUndefined();
    expect(locked?.cart).toMatchObject({ id: order.id });
  });

  test('reads what was written while it waited', async () => {
    const { id } = await openPayment();
    const locked = await lockDuring(id, async (tx) => {
      const { cart } = await lockPayment(tx, id);
      await tx.execute(sql`update carts set version = version + 1 where id = ${cart?.id}`);
      await tx.update(payments).set({ state: 'superseded' }).where(eq(payments.id, id));
    });
    expect(locked?.payment.state).toBe('superseded');
    expect(locked?.cart?.version).toBe((locked?.payment.orderVersion ?? 0) + 1);
  });

  test('of a cart that is gone finds the payment alone', async () => {
    const { id, order } = await openPayment();
    await checkout.shop.deps.db.execute(sql`delete from carts where id = ${order.id}`);
    const { payment, cart, order: agreed } = await checkout.shop.deps.db.transaction((tx) => lockPayment(tx, id));
    expect([payment.id, cart, agreed]).toEqual([id, undefined, undefined]);
  });
});
