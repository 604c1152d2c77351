import { formatDay, londonDay } from '#contract/delivery.ts';
import { Conflict } from '#server/errors.ts';
import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, gte, inArray, isNull, ne } from '#server/platform/database/drizzle.ts';
import { beingPaid, lockCartOf, NEXT_VERSION } from './cart/change-cart.ts';
import { carts } from './cart/table.ts';
import { NO_WISHES } from './cart/wishes-at.ts';
import { listPending, readOrders } from './history/list-orders.ts';
import { lockAwaitingPayment } from './lock-order.ts';
import { cancelRequests, orderEvents } from './paid/table.ts';
import { orders } from './table.ts';

/**
 * What was bought, paid and when stays, because the law wants it; whose it was, where it went and what the note said does
 * not. The cart is deleted; its number stays, since an attempt to pay may name it. Refuses while a payment is confirmed.
 */
export const orderPersonalData: PersonalDataSource = {
  name: 'orders',
  list: async ({ db, delivery }, userId) => [
    ...(await listPending(db, userId, delivery.terms())),
    ...(await readOrders(db, and(eq(orders.userId, userId), eq(orders.status, 'C')))),
  ],
  async erase(tx, userId, now) {
    // The cart first: a payment that turns it into an order is waited for, and then that order is on its way.
    await lockCartOf(tx, userId);
    if ((await lockAwaitingPayment(tx, userId)).length > 0) throw beingPaid();
    await requireAnswered(tx, userId);
    await requireDelivered(tx, userId, now);
    await tx.delete(carts).where(eq(carts.userId, userId));
    // That somebody changed the address or the card, or could not tie it, stays; the words do not.
    const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
    await tx
      .update(orderEvents)
      .set({ before: null, after: null })
      .where(and(inArray(orderEvents.orderId, theirs), inArray(orderEvents.what, [...PERSONAL_CHANGES])));
    await tx
      .update(orders)
      .set({ userId: null, buyer: null, address: null, shippingAddressId: null, text: '', driverNote: '' })
      .where(eq(orders.userId, userId));
  },
  /** The bouquets stay: they are seen before they are paid for. */
  async distrust(tx, userId) {
    await tx
      .update(carts)
      .set({ text: '', ...NO_WISHES, swapChoice: 'choose', shippingAddressId: null, version: NEXT_VERSION })
      .where(eq(carts.userId, userId));
    // One that is not paid for in the end becomes a cart again.
    await tx
      .update(orders)
      .set({ text: '', ...NO_WISHES })
      .where(and(eq(orders.userId, userId), eq(orders.stage, 'awaiting payment')));
  },
};

/** Events whose values are the buyer's words, the recipient's address or free words of the florist's, which may name a person. */
const PERSONAL_CHANGES = ['address', 'card', 'wishes', 'cannot be tied'] as const;

/** Money that may still go back: without a name and an address, nobody could be asked or told. */
async function requireAnswered(tx: Transaction, userId: number): Promise<void> {
  const [waits] = await tx
    .select({ id: orders.id })
    .from(cancelRequests)
    .innerJoin(orders, eq(orders.id, cancelRequests.orderId))
    .where(and(eq(orders.userId, userId), isNull(cancelRequests.answeredAt)))
    .orderBy(orders.id)
    .limit(1);
  if (waits)
    throw new Conflict(
      `You asked us to cancel order ${waits.id}, and we have not answered yet. You can leave once we have.`,
    );
}

/** Flowers that are still to be tied need a name and an address: the account can be deleted after their day. */
async function requireDelivered(tx: Transaction, userId: number, now: Date): Promise<void> {
  const [next] = await tx
    .select({ day: orders.deliveryDate })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.status, 'C'),
        ne(orders.stage, 'cancelled'),
        gte(orders.deliveryDate, londonDay(now)),
      ),
    )
    .orderBy(desc(orders.deliveryDate))
    .limit(1);
  if (next?.day) throw new Conflict(`Your flowers are still on their way. You can leave after ${formatDay(next.day)}.`);
}
