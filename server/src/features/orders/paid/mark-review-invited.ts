import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, isNull } from '#server/platform/database/drizzle.ts';
import { type OrderRow, orders } from '../table.ts';

type Invited = { orderId: number; userId: number; now: Date };

/** Records once that the buyer was asked for a review; undefined if they were before, or their account was deleted. */
export async function markReviewInvited(
  tx: Transaction,
  { orderId, userId, now }: Invited,
): Promise<OrderRow | undefined> {
  const [order] = await tx
    .update(orders)
    .set({ reviewInvitedAt: now })
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId), isNull(orders.reviewInvitedAt)))
    .returning();
  return order;
}
