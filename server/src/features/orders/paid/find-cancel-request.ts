import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, getTableColumns, inArray, isNotNull, isNull, sql } from '#server/platform/database/drizzle.ts';
import { orders } from '../table.ts';
import { cancelRequests } from './table.ts';

/** Whether the shop has changed since what it said would stay: another day, another door, another flower. */
const IS_OVERTAKEN = sql<boolean>`exists (
  select from order_events as changed
  where changed.order_id = cancel_requests.order_id and changed.actor in ('staff', 'command line')
    and changed.what in ('day', 'address', 'swap', 'swap asked') and changed.id > (
      select max(id) from order_events where order_id = cancel_requests.order_id and what = 'cancel declined'))`;

/** What a buyer asked the florists about an order, if it was more than could be done at once. */
export async function findCancelRequest(db: Database | Transaction, orderId: number) {
  const [request] = await db
    .select({ ...getTableColumns(cancelRequests), isOvertaken: IS_OVERTAKEN })
    .from(cancelRequests)
    .where(eq(cancelRequests.orderId, orderId));
  return request;
}

export type CancelRequest = NonNullable<Awaited<ReturnType<typeof findCancelRequest>>>;

export const isOpen = (request: CancelRequest | undefined): boolean => request?.answeredAt === null;

/** The words of a florist who did not cancel, while what was agreed is still so; null otherwise. */
export const declinedIn = (request: CancelRequest | undefined): string | null =>
  request && !request.isOvertaken ? request.declined : null;

/** Asks, perhaps anew. The order must be locked, and no request about it open. */
export async function addCancelRequest(
  tx: Transaction,
  orderId: number,
  { because, at }: { because: string; at: Date },
): Promise<void> {
  const asked = { askedAt: at, because, answeredAt: null, declined: null };
  await tx
    .insert(cancelRequests)
    .values({ orderId, ...asked })
    .onConflictDoUpdate({ target: cancelRequests.orderId, set: asked });
}

/** Answers what is open: by cancelling, or in words. False if nothing was. */
export async function answerCancelRequest(
  tx: Transaction,
  orderId: number,
  { at, declined = null }: { at: Date; declined?: string | null },
): Promise<boolean> {
  const waits = and(eq(cancelRequests.orderId, orderId), isNull(cancelRequests.answeredAt));
  const answered = await tx
    .update(cancelRequests)
    .set({ answeredAt: at, declined })
    .where(waits)
    .returning({ orderId: cancelRequests.orderId });
  return answered.length > 0;
}

/** The words of a florist may name a person: they go with the account. */
export async function eraseDeclined(tx: Transaction, userId: number): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  const isDeclined = and(inArray(cancelRequests.orderId, own), isNotNull(cancelRequests.declined));
  await tx.update(cancelRequests).set({ declined: '' }).where(isDeclined);
}
