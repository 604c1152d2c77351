import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { type OrderRow, orders } from '../table.ts';

/** The order, if it is theirs. */
export async function requireOwnOrder({ db }: Deps, { userId }: Shopper, orderId: number): Promise<OrderRow> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)));
  if (!order) throw new NotFound();
  return order;
}
