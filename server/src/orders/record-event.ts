import type { Transaction } from '../database/connect.ts';
import type { DoneBy } from '../staff/done-by.ts';
import { orderEvents } from './table.ts';

/** Whoever moves or changes an order. `pressedAt` is when it was pressed, if the press came later. */
export type By = DoneBy & { pressedAt?: Date | null | undefined };

export type OrderEvent = By & { at: Date; what: string; before?: string | null; after?: string | null };

/** Records what happened to an order, in the transaction that does it. Events are never changed. */
export async function recordEvent(tx: Transaction, orderId: number, event: OrderEvent): Promise<void> {
  await tx.insert(orderEvents).values({ orderId, ...event });
}

/** The same as a part of the statement that does it. */
export const eventPart = (tx: Transaction, orderId: number, events: OrderEvent[]) =>
  tx.$with('event').as(
    tx
      .insert(orderEvents)
      .values(events.map((event) => ({ orderId, ...event })))
      .returning({ id: orderEvents.id }),
  );
