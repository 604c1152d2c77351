import type { OrderNote } from '#contract/desk-notes.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { orders } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { asc, desc, eq } from '#server/platform/database/drizzle.ts';
import { orderNotes } from './table.ts';

/** The same words of the same person within this time are one press, come twice. */
const ONE_PRESS_MS = 60_000;

type NoteRow = typeof orderNotes.$inferSelect;

const toNote = ({ id, who, text, at }: NoteRow): OrderNote => ({ id, who, text, at: at.toISOString() });

/** What staff wrote about an order, the oldest first. */
export async function listOrderNotes(db: Database | Transaction, orderId: number): Promise<OrderNote[]> {
  const rows = await db.select().from(orderNotes).where(eq(orderNotes.orderId, orderId)).orderBy(asc(orderNotes.id));
  return rows.map(toNote);
}

/** The same, of an order that must be there. */
export async function findOrderNotes({ db }: Pick<Deps, 'db'>, orderId: number): Promise<OrderNote[]> {
  const [order] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId));
  if (order?.status !== 'C') throw new NotFound();
  return listOrderNotes(db, orderId);
}

/** Writes a note for colleagues. It is never changed. */
export async function addOrderNote(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  by: DoneBy,
  orderId: number,
  text: string,
): Promise<OrderNote> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.status !== 'C') throw new NotFound();
    const [last] = await tx
      .select()
      .from(orderNotes)
      .where(eq(orderNotes.orderId, orderId))
      .orderBy(desc(orderNotes.id))
      .limit(1);
    const isTwice =
      last?.text === text && last.staffId === by.staffId && at.getTime() - last.at.getTime() < ONE_PRESS_MS;
    if (last && isTwice) return toNote(last);
    const [note] = await tx
      .insert(orderNotes)
      .values({ orderId, staffId: by.staffId, who: by.who, text, at })
      .returning();
    await recordEvent(tx, orderId, { at, ...by, what: 'note written' });
    return toNote(note as NoteRow);
  });
}
