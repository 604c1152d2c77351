import { londonDay } from '#contract/delivery.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { and, eq, lt, ne, or, sql } from '../database/drizzle.ts';
import { orderItems, orders } from '../orders/table.ts';

/** Whether someone received a bouquet: it is marked as delivered, or its delivery day is over. */
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
        or(sql`${orders.deliveredAt} is not null`, lt(orders.deliveryDate, londonDay(now))),
      ),
    )
    .limit(1);
  return found !== undefined;
}
