import { promiseFor } from '#contract/delivery.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Conflict, Invalid } from '../errors.ts';
import { placeOrder } from '../orders/place-order.ts';
import { readCart } from '../orders/read-purchase.ts';
import { lockCode } from '../promotions/lock-code.ts';
import { BEING_CAPTURED } from '../states.ts';
import { lockPayment } from './lock-payment.ts';
import { moveLockedPayment, movePayments } from './move-payment.ts';
import { dayToPromise, requirePayable } from './require-payable.ts';
import { type PaymentRow, payments } from './table.ts';

export const SETTLE_PAYMENT = 'settle-payment';
/** By then the process that captures has finished, or died: the job finds out what came of it. */
export const SETTLE_JOB_DELAY_SECONDS = 15;

/**
 * Commits to capturing before PayPal is called: from here on the cart is an order that awaits its payment, no other payment of it can start, and
 * a job will find out what came of it even if this process dies. Returns nothing if the cart is no longer what was approved;
 * then nothing is charged.
 */
export async function startCapture({ clock, db, jobs }: Deps, paymentId: string): Promise<PaymentRow | undefined> {
  return db.transaction(async (tx) => {
    const { payment, cart } = await lockPayment(tx, paymentId);
    if (BEING_CAPTURED.includes(payment.state)) return payment;
    const now = clock.now();
    if (!cart || payment.state !== 'created') return supersede(tx, paymentId, now);
    await lockCode(tx, cart.promoCodeId);
    const purchase = await readCart(tx, cart, now);
    const day = payment.deliveryDate ?? dayToPromise(purchase, now);
    const isSame =
      purchase.version === payment.orderVersion &&
      purchase.amountPence === payment.amountPence &&
      promiseFor(now, day).ok &&
      isPayable(() => requirePayable(purchase, now));
    if (!isSame) return supersede(tx, paymentId, now);
    await placeOrder(tx, cart, purchase, now);
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
