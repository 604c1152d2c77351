import { toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { users } from '#server/features/accounts/table.ts';
import { findNumber } from '#server/features/orders/find-number.ts';
import { linkToOrder } from '#server/features/orders/letters/link-to-order.ts';
import { toOrderInLetter } from '#server/features/orders/letters/to-order-in-letter.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { listSums } from '#server/features/orders/list-sums.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import type { LockedPayment } from '../capture/lock-payment.ts';
import { listRefunds, penceDone } from '../refunds/list-refunds.ts';
import type { PaymentRow, RefundRow } from '../table.ts';

type LetterDeps = Pick<Deps, 'config' | 'mail'>;

/** Undefined for someone whose account is gone. */
async function findBuyer(tx: Transaction, userId: number | null) {
  if (userId === null) return undefined;
  const [buyer] = await tx.select().from(users).where(eq(users.id, userId));
  return buyer;
}

/**
 * Tells the buyer of a refund that is done, in the transaction that records it. The one that brings back the last of a cancelled
 * order's money is told by the letter of the cancellation. What the buyer's own bank took back needs no letter else.
 */
export async function postRefundLetter(
  deps: LetterDeps,
  tx: Transaction,
  { payment, order }: LockedPayment,
  { amountPence, reason, actor }: RefundRow,
  as: 'refunded' | 'reversed' = 'refunded',
): Promise<void> {
  const buyer = await findBuyer(tx, order?.userId ?? null);
  if (!order || !buyer) return;
  const rows = await listRefunds(tx, payment.id);
  const refundedPence = penceDone(rows);
  const leftPence = payment.amountPence - refundedPence;
  const isCancelled = order.stage === 'cancelled';
  if (isCancelled && leftPence <= 0 && leftPence + amountPence > 0)
    return postOrderCancelled(deps, tx, order, { refundedPence, reason: await findReason(tx, order, rows) });
  if (as === 'reversed') return;
  const { email: to, firstName, id } = buyer;
  const letter = {
    ...({ kind: 'order-refunded', to, firstName, orderId: order.id, isCancelled } as const),
    reason: actor === 'PayPal' ? null : reason,
    amount: toPounds(amountPence),
    paid: toPounds(payment.amountPence),
    left: toPounds(Math.max(0, leftPence)),
    link: linkToOrder(deps.config, order.id),
  };
  await deps.mail.post(tx, letter, id);
}

/**
 * Why an order was cancelled: the florist's words of the refund that came with the cancellation. Where none was left to ask for,
 * those of the last refund before. Money may have gone back by another refund since, which has words of its own or none.
 */
async function findReason(tx: Transaction, { id }: OrderRow, rows: readonly RefundRow[]): Promise<string | null> {
  const isCancelling = and(
    eq(orderEvents.orderId, id),
    eq(orderEvents.what, 'stage'),
    eq(orderEvents.after, 'cancelled'),
  );
  const [event] = await tx.select({ at: orderEvents.at }).from(orderEvents).where(isCancelling);
  const ours = rows.filter(({ actor }) => actor !== 'PayPal');
  const since = ours.find(({ createdAt }) => event !== undefined && createdAt >= event.at);
  return (since ?? ours.at(-1))?.reason ?? null;
}

/** Tells the buyer that the flowers do not come, and that the money has gone back. */
export async function postOrderCancelled(
  { config, mail }: LetterDeps,
  tx: Transaction,
  order: OrderRow,
  { refundedPence, reason }: { refundedPence: number; reason: string | null },
): Promise<void> {
  const buyer = await findBuyer(tx, order.userId);
  if (!buyer) return;
  const { email: to, firstName, id } = buyer;
  const told = toOrderInLetter(order, await listLines(tx, [order.id]), await listSums(tx, order.id), 'buyer');
  const [amount, link] = [toPounds(refundedPence), linkToOrder(config, order.id)];
  await mail.post(tx, { kind: 'order-cancelled', to, firstName, order: told, amount, reason, link }, id);
}

/** Tells the florist that PayPal did not make a refund: nobody else would know. */
export async function postRefundFailed(
  { config, mail }: LetterDeps,
  tx: Transaction,
  failed: { refund: RefundRow; orderId: number; issue: string; isCancelled: boolean; leftPence: number },
): Promise<void> {
  const { refund, leftPence, ...told } = failed;
  const [amount, left] = [toPounds(refund.amountPence), toPounds(Math.max(0, leftPence))];
  await mail.post(tx, { kind: 'refund-failed', to: config.shopEmail, firstName: '', ...told, amount, left });
}

/** Tells the buyer that money which belonged to no order has gone back, and what its number stands for now. */
export async function postMoneyReturned(
  { mail }: Pick<Deps, 'mail'>,
  tx: Transaction,
  { orderId }: PaymentRow,
  { amountPence, isAtPaypal }: { amountPence: number; isAtPaypal: boolean },
): Promise<void> {
  const number = await findNumber(tx, orderId);
  const buyer = await findBuyer(tx, number?.userId ?? null);
  if (!number || !buyer) return;
  const { id, email: to, firstName } = buyer;
  const [order] = await tx.select({ stage: orders.stage }).from(orders).where(eq(orders.id, orderId));
  const now = order ? order.stage : number.is === 'cart' ? 'cart' : 'none';
  const [amount, isPaidFor] = [toPounds(amountPence), number.is === 'paid'];
  await mail.post(tx, { kind: 'money-returned', to, firstName, amount, isPaidFor, now, isAtPaypal }, id);
}

/** Tells the buyer that a payment which PayPal kept pending came to nothing, in the transaction that records it. */
export async function postPaymentRefused(
  { config, mail }: LetterDeps,
  tx: Transaction,
  { amountPence }: PaymentRow,
  order: OrderRow,
): Promise<void> {
  const buyer = await findBuyer(tx, order.userId);
  if (!buyer) return;
  const { id, email: to, firstName } = buyer;
  const link = `${config.publicUrl}/cart`;
  await mail.post(tx, { kind: 'payment-refused', to, firstName, amount: toPounds(amountPence), link }, id);
}
