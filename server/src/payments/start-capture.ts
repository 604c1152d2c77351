import { promiseFor } from '#contract/delivery.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Invalid } from '../errors.ts';
import { freezeCart, unfreezeCart } from '../orders/freeze-cart.ts';
import { readCart } from '../orders/read-cart.ts';
import { lockPayment } from './lock-payment.ts';
import { dayToPromise, requirePayable } from './require-payable.ts';
import { type PaymentRow, payments } from './table.ts';

export const SETTLE_PAYMENT = 'settle-payment';
/** Whoever captures has answered by then, or died. */
export const LOOK_AFTER_SECONDS = 15;

const BEING_CAPTURED = ['capturing', 'unknown', 'pending'];

/**
 * Commits to capturing before the provider is asked: from here on the cart stands still, no other payment of the order can
 * begin, and a job will look what came of it even if this process dies. Nothing is returned if the cart is no longer what
 * was approved; then nothing is charged.
 */
export async function startCapture({ clock, db, jobs }: Deps, paymentId: string): Promise<PaymentRow | undefined> {
  return db.transaction(async (tx) => {
    const { payment, order } = await lockPayment(tx, paymentId);
    if (BEING_CAPTURED.includes(payment.state)) return payment;
    const now = clock.now();
    const isOver = order.status !== 'P' || order.mergedIntoOrderId !== null;
    if (isOver || payment.state !== 'created') return setAside(tx, paymentId, now);
    // Held first, which writes the prices down, and read then: what is compared is what will be charged for.
    await freezeCart(tx, order.id, now);
    const cart = await readCart(tx, order);
    const day = payment.deliveryDate ?? dayToPromise(cart, now);
    const isSame =
      cart.version === payment.orderVersion &&
      cart.amountPence === payment.amountPence &&
      promiseFor(now, day).ok &&
      isPayable(() => requirePayable(cart, now));
    if (!isSame) {
      await unfreezeCart(tx, order.id);
      return setAside(tx, paymentId, now);
    }
    const [capturing] = await tx
      .update(payments)
      .set({ state: 'capturing', deliveryDate: day, changedAt: now, lookAgainAt: now, looks: 0 })
      .where(eq(payments.id, paymentId))
      .returning();
    await jobs.add(tx, SETTLE_PAYMENT, { paymentId }, { afterSeconds: LOOK_AFTER_SECONDS });
    return capturing;
  });
}

async function setAside(tx: Transaction, id: string, now: Date): Promise<undefined> {
  await tx
    .update(payments)
    .set({ state: 'superseded', changedAt: now, looks: 0 })
    .where(and(eq(payments.id, id), eq(payments.state, 'created')));
}

function isPayable(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof Conflict || error instanceof Invalid) return false;
    throw error;
  }
}
