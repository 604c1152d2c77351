import type { Database, Transaction } from '../database/connect.ts';
import { and, eq, inArray, isNotNull, isNull } from '../database/drizzle.ts';
import { cancelRequests, orders } from './table.ts';

/** What a buyer asked the florists about an order, if it was more than could be done at once. */
export async function findCancelRequest(db: Database | Transaction, orderId: number) {
  const [request] = await db.select().from(cancelRequests).where(eq(cancelRequests.orderId, orderId));
  return request;
}

/** Asks. The order must be locked, and nothing asked about it before. */
export async function addCancelRequest(
  tx: Transaction,
  orderId: number,
  { because, at }: { because: string; at: Date },
): Promise<void> {
  await tx.insert(cancelRequests).values({ orderId, askedAt: at, because });
}

/** Answers what is open: by cancelling, or in words. */
export async function answerCancelRequest(
  tx: Transaction,
  orderId: number,
  { at, declined = null }: { at: Date; declined?: string | null },
): Promise<void> {
  const isOpen = and(eq(cancelRequests.orderId, orderId), isNull(cancelRequests.answeredAt));
  await tx.update(cancelRequests).set({ answeredAt: at, declined }).where(isOpen);
}

/** The words of a florist may name a person: they go with the account. */
export async function eraseDeclined(tx: Transaction, userId: number): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  const isDeclined = and(inArray(cancelRequests.orderId, own), isNotNull(cancelRequests.declined));
  await tx.update(cancelRequests).set({ declined: '' }).where(isDeclined);
}
