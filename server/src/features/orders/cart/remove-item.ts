import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { lockCartForChange } from './change-cart.ts';
import { cartItems } from './table.ts';

/** Removes a line. The cart stays, even empty. */
export async function removeItem(
  { db }: Deps,
  shopper: Shopper,
  { orderId, itemId }: { orderId: number; itemId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCartForChange(tx, shopper, orderId);
    const removed = await tx
      .delete(cartItems)
      .where(and(eq(cartItems.id, itemId), eq(cartItems.cartId, orderId)))
      .returning({ id: cartItems.id });
    if (removed.length === 0) throw new NotFound();
  });
}
