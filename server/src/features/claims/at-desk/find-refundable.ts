import type { Claim } from '#contract/claims.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import { Conflict } from '#server/errors.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import { listRefundsOfOrder, ofFlowers, penceTaken } from '#server/features/payments/refunds/list-refunds.ts';
import { payments, type RefundRow } from '#server/features/payments/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';

export type Refundable = { orderId: number; paidPence: number; takenPence: number; refunds: RefundRow[] };

/**
 * The money that can go back for damaged flowers: a replacement was never paid for, so it is that of the first order. Undefined if
 * nothing was paid.
 */
export async function findRefundable(
  db: Database | Transaction,
  order: Pick<OrderRow, 'id' | 'replacesOrderId'>,
): Promise<Refundable | undefined> {
  let first = order;
  while (first.replacesOrderId !== null) {
    const [before] = await db
      .select({ id: orders.id, replacesOrderId: orders.replacesOrderId })
      .from(orders)
      .where(eq(orders.id, first.replacesOrderId));
    if (!before) return undefined;
    first = before;
  }
  const isPaid = and(eq(payments.orderId, first.id), eq(payments.state, 'captured'));
  const [payment] = await db.select({ pence: payments.amountPence }).from(payments).where(isPaid);
  if (!payment) return undefined;
  const refunds = await listRefundsOfOrder(db, first.id);
  return { orderId: first.id, paidPence: payment.pence, takenPence: penceTaken(refunds), refunds };
}

/** Refuses what would come on top of money that went back since the flowers were reported: two may press different buttons. */
export function requireNoRefundSince(refundable: Refundable | undefined, { made_at }: Pick<Claim, 'made_at'>): void {
  const since = ofFlowers(refundable?.refunds ?? []).find(({ createdAt }) => createdAt >= new Date(made_at));
  if (!since) return;
  const sum = formatPounds(toPounds(since.amountPence));
  throw new Conflict(
    `${sum} of order ${refundable?.orderId} went back for this already, or is on its way. Answer in words.`,
  );
}
