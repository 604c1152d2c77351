import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Invalid } from '../errors.ts';
import { holdOrder } from '../orders/hold-order.ts';
import { readCart } from '../orders/read-cart.ts';
import { lockPayment } from './lock-payment.ts';
import { dayToPromise, requirePayable } from './require-payable.ts';
import { type PaymentRow, payments } from './table.ts';

export const SETTLE_PAYMENT = 'settle-payment';
/** Whoever captures has answered by then, or died. */
const LOOK_AFTER_SECONDS = 15;

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
    const cart = order.status === 'P' ? await readCart(tx, order) : undefined;
    const isSame =
      payment.state === 'created' &&
      cart?.version === payment.orderVersion &&
      cart.amountPence === payment.amountPence &&
      isPayable(() => requirePayable(cart, now));
    if (!cart || !isSame) {
      await tx.update(payments).set({ state: 'superseded', changedAt: now }).where(eq(payments.id, paymentId));
      return undefined;
    }
    await holdOrder(tx, order.id, now);
    const [capturing] = await tx
      .update(payments)
      .set({ state: 'capturing', deliveryDate: dayToPromise(cart, now), changedAt: now, lookAgainAt: now })
      .where(eq(payments.id, paymentId))
      .returning();
    await jobs.add(tx, SETTLE_PAYMENT, { paymentId }, { afterSeconds: LOOK_AFTER_SECONDS });
    return capturing;
  });
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
