import type { Claim } from '#contract/claims.ts';
import type { DeskClaim, DeskClaims, ListClaims } from '#contract/desk-claims.ts';
import { toPounds } from '#contract/money.ts';
import { districtOf } from '#contract/postcode.ts';
import type { Deps } from '#server/deps.ts';
import { type Line, listLines } from '#server/features/orders/list-lines.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import { refunds } from '#server/features/payments/table.ts';
import { deskLog } from '#server/features/staff/table.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, sql } from '#server/platform/database/drizzle.ts';
import { listGone, reasonsOfOrder } from '../manual-review-reasons.ts';
import { readClaims } from '../read-claims.ts';
import { type ClaimRow, claims } from '../table.ts';

/** Those that wait, the longest first; or those that are answered, the newest first. */
export async function listDeskClaims(
  { db }: Pick<Deps, 'db'>,
  { status, before, limit }: ListClaims,
): Promise<DeskClaims> {
  const isWanted =
    status === 'open'
      ? isNull(claims.answeredAt)
      : and(isNotNull(claims.answeredAt), before === undefined ? undefined : lt(claims.id, before));
  const page = await db
    .select({ id: claims.id })
    .from(claims)
    .where(isWanted)
    .orderBy(status === 'open' ? asc(claims.id) : desc(claims.id))
    .limit(limit);
  const found = await toDeskClaims(
    db,
    page.map(({ id }) => id),
  );
  return { claims: found.map(({ claim }) => claim), waiting: await countWaiting(db) };
}

export const countWaiting = (db: Database): Promise<number> => db.$count(claims, isNull(claims.answeredAt));

type Found = { claim: DeskClaim; order: OrderRow; answeredById: number | null };

/** These claims with what was ordered, in the order of the ids. Those that are gone are left out. */
export async function toDeskClaims(db: Database, ids: number[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  const known = new Map((await readClaims(db, inArray(claims.id, ids))).map((claim) => [claim.id, claim]));
  const rows = await db
    .select({ id: claims.id, answeredById: claims.answeredById, whyWaits: claims.whyWaits, order: orders })
    .from(claims)
    .innerJoin(orders, eq(orders.id, claims.orderId))
    .where(inArray(claims.id, ids));
  const lines = Map.groupBy(
    await listLines(
      db,
      rows.map(({ order }) => order.id),
    ),
    ({ orderId }) => orderId,
  );
  const sums = await listRefunded(db, ids);
  const found: Found[] = [];
  for (const { id, order, answeredById, whyWaits } of rows.toSorted(
    (one, other) => ids.indexOf(one.id) - ids.indexOf(other.id),
  )) {
    const claim = known.get(id);
    if (!claim) continue;
    const ordered = lines.get(order.id) ?? [];
    const refunded = sums.get(id) ?? null;
    found.push({
      claim: { ...(await toDeskClaim(db, claim, order, ordered, { answeredById, whyWaits })), refunded },
      order,
      answeredById,
    });
  }
  return found;
}

/** By claim, what was given back for it in pounds. What PayPal refused is nothing. */
async function listRefunded(db: Database, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: deskLog.subjectId, pence: refunds.amountPence })
    .from(deskLog)
    .innerJoin(refunds, sql`${refunds.id} = (${deskLog.details} ->> 'refund')::uuid`)
    .where(and(eq(deskLog.action, 'refund for claim'), inArray(deskLog.subjectId, ids), ne(refunds.state, 'failed')));
  return new Map(rows.map(({ id, pence }) => [id, toPounds(pence)]));
}

async function toDeskClaim(
  db: Database,
  claim: Claim,
  order: OrderRow,
  lines: readonly Line[],
  { answeredById, whyWaits }: Pick<ClaimRow, 'answeredById' | 'whyWaits'>,
): Promise<Omit<DeskClaim, 'refunded'>> {
  return {
    ...claim,
    bouquets: lines.map(({ name, picture }) => ({ name, picture })),
    recipient: order.address?.recipient_name || (order.buyer ?? ''),
    district: districtOf(order.address?.postal_code ?? ''),
    // A claim is made from the day of delivery on.
    delivered_for: order.deliveryDate as string,
    why: claim.status === 'open' ? (whyWaits ?? (await reconstructWhy(db, order, lines, claim.on_the_day))) : null,
    by_itself: claim.status === 'replaced' && answeredById === null && claim.answer === null,
  };
}

/** Of a claim that a version made which did not note it. */
async function reconstructWhy(db: Database, order: OrderRow, lines: readonly Line[], onTheDay: boolean) {
  const [reason] = [...(await reasonsOfOrder(db, order, onTheDay)), ...listGone(lines)];
  return reason?.words ?? null;
}
