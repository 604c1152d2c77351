import type { Transaction } from '../database/connect.ts';
import { and, eq, isNull } from '../database/drizzle.ts';
import { type OrderRow, orders } from './table.ts';

type Invited = { orderId: number; userId: number; at: Date };

/** Written down once that the buyer was asked how the flowers were; undefined where they were, or have left. */
export async function markInvited(tx: Transaction, { orderId, userId, at }: Invited): Promise<OrderRow | undefined> {
  const [order] = await tx
    .update(orders)
    .set({ reviewInvitedAt: at })
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId), isNull(orders.reviewInvitedAt)))
    .returning();
  return order;
}
