import type { DoneNow } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { orderEvents } from './paid/table.ts';

export type OrderEvent = DoneNow & { what: string; before?: string | null; after?: string | null };

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
