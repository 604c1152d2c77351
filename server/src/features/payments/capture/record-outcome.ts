import { londonDay } from '#contract/delivery.ts';
import type { PaymentOutcome } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import type { DeliveryTerms } from '#server/features/delivery/delivery-cache.ts';
import { completeOrder } from '#server/features/orders/paid/complete-order.ts';
import { placeOrder } from '#server/features/orders/paid/place-order.ts';
import { type Purchase, readCart, readOrder } from '#server/features/orders/paid/read-purchase.ts';
import { returnToCart } from '#server/features/orders/paid/return-to-cart.ts';
import { takeNextDay } from '#server/features/orders/paid/take-next-day.ts';
import { BEING_CAPTURED, LIVE } from '#server/features/orders/states.ts';
import { lockCode } from '#server/features/promotions/lock-code.ts';
import { BY_SHOP } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, inArray, ne } from '#server/platform/database/drizzle.ts';
import { postOrderLetters } from '../letters/post-order-letters.ts';
import { postMoneyReturned, postPaymentRefused } from '../letters/post-refund-letters.ts';
import { toPayerKey } from '../own-orders/buyer-keys.ts';
import { type ProviderCapture, type ProviderOrder, readCaptured, toPence } from '../paypal/paypal-responses.ts';
import { recordProviderRefunds } from '../refunds/record-provider-refunds.ts';
import { OF_NO_ORDER, refundPayment } from '../refunds/refund-payment.ts';
import { refundSurcharge } from '../refunds/refund-surcharge.ts';
import { addIntent } from '../refunds/start-refund.ts';
import { type PaymentRow, payments } from '../table.ts';
import { type LockedPayment, lockPayment } from './lock-payment.ts';
import { moveLockedPayment } from './move-payment.ts';
import { SETTLE_JOB_DELAY_SECONDS, SETTLE_PAYMENT } from './start-capture.ts';

/** PayPal's statuses of a capture whose money we have, and of one that ended without money. PENDING is neither. */
const TAKEN = ['COMPLETED', 'PARTIALLY_REFUNDED'];
const LOST = ['DECLINED', 'FAILED'];

/**
 * Records what became of a capture, once: order, payment, counts of what was sold and both letters in one transaction.
 * Money that belongs to no order any more is refunded, as is what was paid for a dearer day than the flowers come on.
 */
export async function recordOutcome(deps: Deps, paymentId: string, found: ProviderOrder): Promise<PaymentOutcome> {
  const captures = found.purchase_units?.[0]?.payments?.captures ?? [];
  const capture = captures.find(({ status }) => TAKEN.includes(status)) ?? captures.at(-1);
  const outcome = await deps.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, paymentId);
    const { payment } = locked;
    if (payment.state === 'captured') return 'paid';
    if (payment.state === 'refunding') return 'refund';
    if (payment.state === 'refunded') return 'returned';
    if (!capture) return 'waiting';
    if (TAKEN.includes(capture.status)) return recordCapture(deps, tx, locked, capture, found.payer?.payer_id);
    if (capture.status === 'REFUNDED') {
      await recordProviderRefunds(deps, tx, locked, found.purchase_units?.[0]?.payments?.refunds ?? []);
      return recordEnd(deps, tx, locked, 'refunded', capture);
    }
    if (LOST.includes(capture.status)) return recordEnd(deps, tx, locked, 'declined', capture);
    // A capture that we did not start does not freeze the cart: it is looked up until the money is there, and then refunded.
    const state = BEING_CAPTURED.includes(payment.state) ? 'pending' : payment.state;
    await moveLockedPayment(tx, payment, state, deps.clock.now(), { captureId: capture.id });
    return 'waiting';
  });
  await deps.faultPoint('outcome recorded');
  if (outcome !== 'refund') return outcome;
  return refundPayment(deps, paymentId);
}

async function recordCapture(
  deps: Deps,
  tx: Transaction,
  locked: LockedPayment,
  capture: ProviderCapture,
  payer: string | undefined,
) {
  const { payment, cart, order } = locked;
  const now = deps.clock.now();
  const purchase = await findPurchase(tx, locked, deps.delivery.terms());
  const isPaidFor =
    purchase !== undefined &&
    purchase.version === payment.orderVersion &&
    toPence(capture.amount) === payment.amountPence &&
    (capture.custom_id ?? payment.id) === payment.id &&
    (capture.invoice_id ?? payment.invoice) === payment.invoice &&
    purchase.amountPence === payment.amountPence &&
    purchase.address !== null;
  if (!isPaidFor) {
    deps.log.error(
      { payment: payment.id, order: payment.orderId },
      'Money was taken that belongs to no order: it goes back',
    );
    const change = { captureId: capture.id, lookAgainAt: now, ...readCaptured(capture) };
    const owed = (await moveLockedPayment(tx, payment, 'refunding', now, change)) as PaymentRow;
    const amountPence = toPence(capture.amount) || payment.amountPence;
    await addIntent(deps, tx, owed, { amountPence, reason: OF_NO_ORDER, ...BY_SHOP });
    // Refunds it soon even if this process dies before it does.
    await deps.jobs.add(tx, SETTLE_PAYMENT, { paymentId: payment.id }, { afterSeconds: SETTLE_JOB_DELAY_SECONDS });
    if (order && BEING_CAPTURED.includes(payment.state)) await returnToCart(tx, order);
    return 'refund';
  }
  // A page took it by an older payment. Only one can have the order: the job asks again until the other has ended.
  if (await hasOtherLive(tx, payment)) {
    await moveLockedPayment(tx, payment, payment.state, now, { captureId: capture.id });
    await deps.jobs.add(tx, SETTLE_PAYMENT, { paymentId: payment.id }, { key: payment.id });
    return 'waiting';
  }
  const payerKey = payer ? toPayerKey(deps, payer) : null;
  const taken = { captureId: capture.id, payerKey, ...readCaptured(capture) };
  const captured = (await moveLockedPayment(tx, payment, 'captured', now, taken)) as PaymentRow;
  const promised = payment.deliveryDate ?? purchase.day;
  const { day: deliveryDate, lacks, rules } = await keepOrFindDay(tx, order, purchase, { promised, now });
  // Money that a page took behind our back for a cart that has not changed since buys it all the same.
  const placed = order ?? (cart && (await placeOrder(tx, cart, { ...purchase, day: deliveryDate }, now)));
  if (!placed) throw new Error('A purchase is either a cart or an order.');
  await completeOrder(tx, placed, purchase, { completedAt: now, deliveryDate });
  const insteadOf = promised === deliveryDate ? null : promised;
  const moved = insteadOf && rules && { day: deliveryDate, insteadOf, rules };
  const refundedPence = moved ? await refundSurcharge(deps, tx, captured, purchase, moved) : 0;
  await postOrderLetters(deps, tx, { ...purchase, deliveryDate }, { insteadOf, lacks, refundedPence });
  await deps.faultPoint('order completed, not yet committed');
  return 'paid';
}

const hasOtherLive = async (tx: Transaction, { id, orderId }: PaymentRow): Promise<boolean> =>
  (await tx.$count(payments, and(eq(payments.orderId, orderId), ne(payments.id, id), inArray(payments.state, LIVE)))) >
  0;

/** What the money would be for: the order that awaits it, or a cart that was not changed. */
async function findPurchase(
  tx: Transaction,
  { payment, cart, order }: LockedPayment,
  terms: DeliveryTerms,
): Promise<Purchase | undefined> {
  if (order?.stage === 'awaiting payment') return readOrder(tx, order);
  if (!cart) return undefined;
  await lockCode(tx, cart.promoCodeId);
  return readCart(tx, cart, terms, payment.deliveryDate ?? undefined);
}

/**
 * An order keeps the day on which it has its place, whatever became of that day since. Money that comes late cannot buy a day
 * that is over, and an order without a place has to find one.
 */
async function keepOrFindDay(
  tx: Transaction,
  order: LockedPayment['order'],
  { items: lines }: Purchase,
  { promised, now }: { promised: string | null; now: Date },
) {
  if (promised && promised > londonDay(now) && order?.deliveryDate === promised)
    return { day: promised, lacks: null, rules: null };
  return takeNextDay(tx, { now, lines, wanted: promised });
}

async function recordEnd(
  deps: Deps,
  tx: Transaction,
  { payment, order }: LockedPayment,
  state: 'declined' | 'refunded',
  capture: ProviderCapture,
) {
  const taken = { captureId: capture.id, ...readCaptured(capture) };
  await moveLockedPayment(tx, payment, state, deps.clock.now(), taken);
  if (order && BEING_CAPTURED.includes(payment.state)) await returnToCart(tx, order);
  if (state === 'refunded') {
    const amountPence = toPence(capture.amount) || payment.amountPence;
    await postMoneyReturned(deps, tx, payment, { amountPence, isAtPaypal: true });
    return 'returned';
  }
  // The buyer of a payment that PayPal kept pending has long left the page that would say it.
  if (order && payment.state === 'pending') await postPaymentRefused(deps, tx, payment, order);
  return 'declined';
}
