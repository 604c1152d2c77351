import type { Transaction } from '../database/connect.ts';
import { orderEvents } from './table.ts';

export type OrderEvent = {
  at: Date;
  /** `buyer`, `PayPal`, `shop`, or a member of staff by name. */
  who: string;
  what: string;
  before?: string | null;
  after?: string | null;
};

/** Records what happened to an order, in the transaction that does it. Events are never changed. */
export async function recordEvent(tx: Transaction, orderId: number, event: OrderEvent): Promise<void> {
  await tx.insert(orderEvents).values({ orderId, ...event });
}
