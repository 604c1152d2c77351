import { formatPounds, toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { carts } from '#server/features/orders/cart/table.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { lockPayment } from '../capture/lock-payment.ts';
import { type PaymentRow, payments, type RefundRow } from '../table.ts';
import { listRefunds, penceTaken } from './list-refunds.ts';
import { addRefund } from './move-refund.ts';

export const SETTLE_REFUND = 'settle-refund';
/** By then the process that asks PayPal has finished, or died: the job finds out what came of it. */
const SETTLE_JOB_DELAY_SECONDS = 15;

type Wanted = DoneBy & { amountPence: number; reason: string };

const pounds = (pence: number): string => formatPounds(toPounds(pence));

/**
 * Commits to giving back a part of what an order was paid with, before PayPal is asked: row, job and event in one
 * transaction. Refuses in words what is more than is left; refunds that are not certain yet count as gone.
 */
export async function startRefund(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  tx: Transaction,
  orderId: number,
  wanted: Wanted,
): Promise<RefundRow> {
  const { amountPence } = wanted;
  if (!Number.isSafeInteger(amountPence) || amountPence <= 0)
    throw new Conflict('A refund is of a penny or more. Nothing was given back.');
  const { payment, leftPence } = await lockPaidOrder(tx, orderId);
  if (leftPence <= 0) throw new Conflict(`All of order ${orderId} has gone back already, or is on its way.`);
  if (amountPence > leftPence)
    throw new Conflict(
      `${pounds(amountPence)} is more than is left of order ${orderId}: ${pounds(leftPence)} of ${pounds(payment.amountPence)}. Nothing was given back.`,
    );
  return addIntent(deps, tx, payment, wanted);
}

/** Row, job and, where it is an order's money, event of a refund that is to be made. The payment must be locked. */
export async function addIntent(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Transaction,
  { id: paymentId, orderId, state }: PaymentRow,
  { amountPence, reason, ...by }: Wanted,
): Promise<RefundRow> {
  const at = clock.now();
  const refund = await addRefund(tx, { paymentId, amountPence, reason, ...by, state: 'asked' }, at);
  await jobs.add(tx, SETTLE_REFUND, { refundId: refund.id }, { afterSeconds: SETTLE_JOB_DELAY_SECONDS });
  if (state === 'captured')
    await recordEvent(tx, orderId, { at, ...by, what: 'refund asked', after: pounds(amountPence) });
  return refund;
}

/** The order and the payment that it was paid with, locked, and what is left of the money. */
export async function lockPaidOrder(
  tx: Transaction,
  orderId: number,
): Promise<{ payment: PaymentRow; order: OrderRow; leftPence: number }> {
  const isPaidWith = and(eq(payments.orderId, orderId), eq(payments.state, 'captured'));
  const [found] = await tx.select({ id: payments.id }).from(payments).where(isPaidWith);
  if (!found) return explainUnpaid(tx, orderId);
  const { payment, order } = await lockPayment(tx, found.id);
  if (!order) throw new NotFound();
  return { payment, order, leftPence: payment.amountPence - penceTaken(await listRefunds(tx, payment.id)) };
}

async function explainUnpaid(tx: Transaction, orderId: number): Promise<never> {
  const [cart] = await tx.select({ id: carts.id }).from(carts).where(eq(carts.id, orderId));
  if (cart) throw new Conflict(`Order ${orderId} is still a cart: it has not been paid for.`);
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new NotFound();
  if (order.status === 'P')
    throw new Conflict(`PayPal has not confirmed the payment of order ${orderId} yet: there is nothing to give back.`);
  throw new Conflict(`Order ${orderId} was never paid for: there is nothing to give back.`);
}
