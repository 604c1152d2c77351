import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import { orders } from '#server/features/orders/table.ts';
import { asc, eq, inArray } from '#server/platform/database/drizzle.ts';
import { orderNotes } from './table.ts';

/** What staff wrote about somebody's orders is theirs to read, and goes with the account, before the orders lose their user. */
export const orderNotePersonalData: PersonalDataSource = {
  name: 'notes_on_orders',
  async list({ db }, userId) {
    const found = await db
      .select({ note: orderNotes })
      .from(orderNotes)
      .innerJoin(orders, eq(orders.id, orderNotes.orderId))
      .where(eq(orders.userId, userId))
      .orderBy(asc(orderNotes.id));
    return found.map(({ note }) => ({
      order: note.orderId,
      text: note.text,
      written_by: note.who,
      written_at: note.at.toISOString(),
    }));
  },
  async erase(tx, userId) {
    const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
    await tx.delete(orderNotes).where(inArray(orderNotes.orderId, theirs));
  },
};
