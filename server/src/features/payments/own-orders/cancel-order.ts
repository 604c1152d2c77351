import type { OrderStage } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { countSold } from '#server/features/catalogue/count-sold.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { answerCancelRequest } from '#server/features/orders/paid/find-cancel-request.ts';
import { findReported, whyNotCancelReported } from '#server/features/orders/paid/find-reported.ts';
import { moveOrder } from '#server/features/orders/paid/move-order.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { postOrderCancelled } from '../letters/post-refund-letters.ts';
import { listRefunds, penceDone } from '../refunds/list-refunds.ts';
import { addIntent, lockPaidOrder } from '../refunds/start-refund.ts';
import type { RefundRow } from '../table.ts';

type Cancelled = { order: OrderRow; refund: RefundRow | undefined };

const WHY_NOT: Partial<Record<OrderStage, string>> = {
  tied: 'is tied already',
  out: 'is on its way',
  delivered: 'was delivered',
  'not delivered': 'has been on its way',
};

/**
 * Cancels an order that nobody has tied yet: what is left of its money goes back, and its bouquets count as sold no more.
 * The letter to the buyer goes out when the money has gone back.
 */
export async function cancelOrder(
  deps: Pick<Deps, 'clock' | 'config' | 'jobs' | 'mail'>,
  tx: Transaction,
  orderId: number,
  { reason, ...by }: DoneBy & { reason: string },
): Promise<Cancelled> {
  if (await isReplacement(tx, orderId)) throw new Conflict(sayReplacement(orderId));
  const { order, payment, leftPence } = await lockPaidOrder(tx, orderId);
  requireUntied(order);
  const why = whyNotCancelReported(await findReported(tx, orderId));
  if (why !== null) throw new Conflict(`${why} Nothing was changed.`);
  const cancelled = await moveOrder(tx, order, { to: 'cancelled', at: deps.clock.now(), ...by });
  // Whoever asked for it is answered by it.
  await answerCancelRequest(tx, orderId, { at: deps.clock.now() });
  const lines = await listLines(tx, [orderId]);
  await countSold(
    tx,
    lines.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  );
  if (leftPence > 0) {
    const refund = await addIntent(deps, tx, payment, { amountPence: leftPence, reason, ...by });
    return { order: cancelled, refund };
  }
  const refundedPence = penceDone(await listRefunds(tx, payment.id));
  // Otherwise the last of its refunds brings the letter.
  if (refundedPence >= payment.amountPence) await postOrderCancelled(deps, tx, cancelled, { refundedPence, reason });
  return { order: cancelled, refund: undefined };
}

async function isReplacement(tx: Transaction, orderId: number): Promise<boolean> {
  const [order] = await tx.select({ replaces: orders.replacesOrderId }).from(orders).where(eq(orders.id, orderId));
  return order !== undefined && order.replaces !== null;
}

function requireUntied(order: OrderRow): void {
  const why = whyNotCancel(order);
  if (why) throw new Conflict(why);
}

/** Why an order cannot be cancelled, in words. */
export function whyNotCancel({ id, stage, replacesOrderId }: OrderRow): string | null {
  if (replacesOrderId !== null) return sayReplacement(id);
  if (stage === 'awaiting payment') return `PayPal has not confirmed the payment of order ${id} yet.`;
  if (stage === 'cancelled') return `Order ${id} is cancelled already.`;
  const why = WHY_NOT[stage];
  return why ? `Order ${id} ${why}: only what is still to be tied can be cancelled. Nothing was changed.` : null;
}

const sayReplacement = (id: number): string => `Order ${id} replaces another at no charge: there is nothing to cancel.`;
