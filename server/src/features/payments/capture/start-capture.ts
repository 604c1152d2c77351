import { promiseFor } from '#contract/delivery.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid } from '#server/errors.ts';
import { takePlace } from '#server/features/delivery/count-places.ts';
import { readRules } from '#server/features/delivery/read-rules.ts';
import { hasBouquets } from '#server/features/orders/cart/require-bouquet-days.ts';
import { placeOrder } from '#server/features/orders/paid/place-order.ts';
import { readCart } from '#server/features/orders/paid/read-purchase.ts';
import { BEING_CAPTURED } from '#server/features/orders/states.ts';
import { lockCode } from '#server/features/promotions/lock-code.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { type PaymentRow, payments } from '../table.ts';
import { lockPayment } from './lock-payment.ts';
import { moveLockedPayment, movePayments } from './move-payment.ts';
import { requirePayable } from './require-payable.ts';
import { BOUQUET_FULL, DAY_CLOSED, DAY_FULL } from './to-payment-status.ts';

export const SETTLE_PAYMENT = 'settle-payment';
/** By then the process that captures has finished, or died: the job finds out what came of it. */
export const SETTLE_JOB_DELAY_SECONDS = 15;

/**
 * Commits to capturing before PayPal is called: from here on the cart is an order that awaits its payment and has a place on its
 * day, no other payment of it can start, and a job will find out what came of it even if this process dies. Returns nothing if
 * the cart is no longer what was approved, or its day is closed, full or over; then nothing is charged. The rules of delivery are
 * read anew: those in memory may be a second old.
 */
export async function startCapture({ clock, db, jobs }: Deps, paymentId: string): Promise<PaymentRow | undefined> {
  return db.transaction(async (tx) => {
    const { payment, cart } = await lockPayment(tx, paymentId);
    if (BEING_CAPTURED.includes(payment.state)) return payment;
    const now = clock.now();
    if (!cart || payment.state !== 'created') return supersede(tx, paymentId, now);
    await lockCode(tx, cart.promoCodeId);
    const { rules, limits } = await readRules(tx, now);
    const terms = { rules, now };
    const { limited, ...purchase } = await readCart(tx, cart, terms, payment.deliveryDate ?? undefined);
    // Stopped since the payment was opened. Trying to pay again says why.
    if (purchase.buyer.stoppedReason) return supersede(tx, paymentId, now);
    const day = purchase.day as string;
    const promise = promiseFor(now, day, rules);
    if (!promise.ok && (promise.reason === 'closed' || promise.reason === 'holiday'))
      return supersede(tx, paymentId, now, { lastIssue: DAY_CLOSED, deliveryDate: day });
    const isSame =
      promise.ok &&
      purchase.version === payment.orderVersion &&
      purchase.amountPence === payment.amountPence &&
      isPayable(() => requirePayable(purchase, terms));
    if (!isSame) return supersede(tx, paymentId, now);
    if (!(await takePlace(tx, day, limits)))
      return supersede(tx, paymentId, now, { lastIssue: DAY_FULL, deliveryDate: day });
    // Last, because of the order of locks.
    if (!(await hasBouquets(tx, limited, day)))
      return supersede(tx, paymentId, now, { lastIssue: BOUQUET_FULL, deliveryDate: day });
    await placeOrder(tx, cart, purchase, now);
    const capturing = await moveLockedPayment(tx, payment, 'capturing', now, { deliveryDate: day, lookAgainAt: now });
    await jobs.add(tx, SETTLE_PAYMENT, { paymentId }, { afterSeconds: SETTLE_JOB_DELAY_SECONDS });
    return capturing;
  });
}

type Why = { lastIssue: string; deliveryDate: string };

async function supersede(tx: Transaction, id: string, now: Date, why?: Why): Promise<undefined> {
  const change = { looks: 0, ...why };
  await movePayments(tx, eq(payments.id, id), { from: ['created'], to: 'superseded' }, now, change);
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
