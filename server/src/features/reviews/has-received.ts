import { londonDay } from '#contract/delivery.ts';
import { cancelRequests } from '#server/features/orders/paid/table.ts';
import { orderItems, orders } from '#server/features/orders/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, lt, ne, or, sql } from '#server/platform/database/drizzle.ts';

const IS_ASKED = sql`exists (select from ${cancelRequests}
  where ${cancelRequests.orderId} = ${orders.id} and ${cancelRequests.answeredAt} is null)`;

/**
 * Whether someone received a bouquet: it is marked as delivered, or its delivery day is over. Of one that its buyer asked to cancel, and
 * nobody has answered, the calendar tells nothing.
 */
export async function hasReceived(
  db: Database | Transaction,
  { userId, productId }: { userId: number; productId: number },
  now: Date,
): Promise<boolean> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.status, 'C'),
        ne(orders.stage, 'cancelled'),
        eq(orderItems.productId, productId),
        or(sql`${orders.deliveredAt} is not null`, and(lt(orders.deliveryDate, londonDay(now)), sql`not ${IS_ASKED}`)),
      ),
    )
    .limit(1);
  return found !== undefined;
}
