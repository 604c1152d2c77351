import type { Transaction } from '../database/connect.ts';
import { orderEvents } from './table.ts';

export type OrderEvent = {
  at: Date;
  /** `buyer`, `PayPal`, `shop`, or a member of staff by name. */
  who: string;
  what: string;
  before?: string | null;
  after?: string | null;
  /** The member of staff that `who` names. */
  staffId?: number | null | undefined;
  /** When it was pressed, if the press came later. */
  pressedAt?: Date | null | undefined;
};

/** Who moves an order: a name, and the member of staff that it names. */
export type By = { who: string; staffId?: number | undefined; pressedAt?: Date | undefined };

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
