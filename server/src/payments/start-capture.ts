import { promiseFor } from '#contract/delivery.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Invalid } from '../errors.ts';
import { freezeCart, unfreezeCart } from '../orders/freeze-cart.ts';
import { readCart } from '../orders/read-cart.ts';
import { lockPayment } from './lock-payment.ts';
import { moveLockedPayment, movePayments } from './move-payment.ts';
import { BEING_CAPTURED } from './payment-states.ts';
import { dayToPromise, requirePayable } from './require-payable.ts';
import { type PaymentRow, payments } from './table.ts';

export const SETTLE_PAYMENT = 'settle-payment';
/** By then the process that captures has finished, or died: the job finds out what came of it. */
export const SETTLE_JOB_DELAY_SECONDS = 15;

/**
 * Commits to capturing before PayPal is called: from here on the cart is frozen, no other payment of the order can
 * start, and a job will find out what came of it even if this process dies. Returns nothing if the cart is no longer
 * what was approved; then nothing is charged.
 */
export async function startCapture({ clock, db, jobs }: Deps, paymentId: string): Promise<PaymentRow | undefined> {
  return db.transaction(async (tx) => {
    const { payment, order } = await lockPayment(tx, paymentId);
    if (BEING_CAPTURED.includes(payment.state)) return payment;
    const now = clock.now();
    const isOver = order.status !== 'P' || order.mergedIntoOrderId !== null;
    if (isOver || payment.state !== 'created') return supersede(tx, paymentId, now);
    // Frozen first, which stores the prices, and read then: what is compared is what will be charged for.
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
      return supersede(tx, paymentId, now);
    }
    const capturing = await moveLockedPayment(tx, payment, 'capturing', now, { deliveryDate: day, lookAgainAt: now });
    await jobs.add(tx, SETTLE_PAYMENT, { paymentId }, { afterSeconds: SETTLE_JOB_DELAY_SECONDS });
    return capturing;
  });
}

async function supersede(tx: Transaction, id: string, now: Date): Promise<undefined> {
  await movePayments(tx, eq(payments.id, id), { from: ['created'], to: 'superseded' }, now, { looks: 0 });
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
