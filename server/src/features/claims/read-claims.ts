import type { Claim } from '#contract/claims.ts';
import { orders } from '#server/features/orders/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { asc, eq, type SQL } from '#server/platform/database/drizzle.ts';
import { claims } from './table.ts';

/** All but the photo, which is large. */
const FACTS = {
  id: claims.id,
  orderId: claims.orderId,
  text: claims.text,
  madeAt: claims.madeAt,
  onTheDay: claims.onTheDay,
  answer: claims.answer,
  answeredAt: claims.answeredAt,
};

/** Claims that fit, the oldest first, with their answer and replacement. */
export async function readClaims(db: Database | Transaction, where: SQL | undefined): Promise<Claim[]> {
  const rows = await db
    .select({ claim: FACTS, replacement: { id: orders.id, deliveryDate: orders.deliveryDate } })
    .from(claims)
    .leftJoin(orders, eq(orders.replacesOrderId, claims.orderId))
    .where(where)
    .orderBy(asc(claims.id));
  return rows.map(({ claim, replacement }) => ({
    id: claim.id,
    order: claim.orderId,
    text: claim.text,
    made_at: claim.madeAt.toISOString(),
    on_the_day: claim.onTheDay,
    // The desk may have replaced the flowers before they were reported: that claim waits all the same.
    status: claim.answeredAt === null ? 'open' : replacement ? 'replaced' : 'answered',
    answer: claim.answer,
    answered_at: claim.answeredAt?.toISOString() ?? null,
    // A replacement is a completed order, which has a day.
    replacement: replacement && { order: replacement.id, delivery_date: replacement.deliveryDate as string },
  }));
}

/** The claim of one order, if there is one. */
export async function readClaimOf(db: Database | Transaction, orderId: number): Promise<Claim | undefined> {
  const [claim] = await readClaims(db, eq(claims.orderId, orderId));
  return claim;
}
