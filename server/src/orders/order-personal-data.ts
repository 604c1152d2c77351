import { formatDay, londonDay } from '#contract/delivery.ts';
import type { PersonalDataSource } from '../accounts/personal-data.ts';
import type { Transaction } from '../database/connect.ts';
import { and, desc, eq, gte } from '../database/drizzle.ts';
import { Conflict } from '../errors.ts';
import { NEXT_VERSION } from './change-cart.ts';
import { readOrders } from './list-orders.ts';
import { lockPending, requireNotFrozen } from './lock-order.ts';
import { orderItems, orders } from './table.ts';

/**
 * What was bought, for how much and when stays, because the law demands it; buyer, address and note are deleted. The
 * cart is emptied; its row stays, since a payment may refer to it. Refuses while a payment is being confirmed.
 */
export const orderPersonalData: PersonalDataSource = {
  name: 'orders',
  list: (db, userId) => readOrders(db, eq(orders.userId, userId)),
  async erase(tx, userId, now) {
    // The cart first: its lock waits for a payment that completes it, and then it is an order on its way.
    await emptyCart(tx, userId);
    await requireDelivered(tx, userId, now);
    await tx
      .update(orders)
      .set({
        userId: null,
        buyer: null,
        address: null,
        shippingAddressId: null,
        text: '',
        version: NEXT_VERSION,
      })
      .where(eq(orders.userId, userId));
  },
};

/** Flowers that are still to be tied need a name and an address: the account can be deleted after their day. */
async function requireDelivered(tx: Transaction, userId: number, now: Date): Promise<void> {
  const [next] = await tx
    .select({ day: orders.deliveryDate })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'C'), gte(orders.deliveryDate, londonDay(now))))
    .orderBy(desc(orders.deliveryDate))
    .limit(1);
  if (next?.day) throw new Conflict(`Your flowers are still on their way. You can leave after ${formatDay(next.day)}.`);
}

async function emptyCart(tx: Transaction, userId: number): Promise<void> {
  for (const pending of await lockPending(tx, userId)) {
    requireNotFrozen(pending);
    await tx.delete(orderItems).where(eq(orderItems.orderId, pending.id));
  }
}
