import { nextDelivery } from '#contract/delivery.ts';
import type { DeskClaimDetail } from '#contract/desk-claims.ts';
import { toPounds } from '#contract/money.ts';
import type { Role } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { readFloristRefund } from '#server/features/delivery/florist-refund.ts';
import { handovers } from '#server/features/runs/table.ts';
import { staff } from '#server/features/staff/table.ts';
import { and, asc, desc, eq, gt, isNull, lt } from '#server/platform/database/drizzle.ts';
import { claims } from '../table.ts';
import { findRefundable, type Refundable } from './find-refundable.ts';
import { countWaiting, toDeskClaims } from './list-desk-claims.ts';

type ClaimDeps = Pick<Deps, 'clock' | 'db' | 'delivery'>;

/** A claim with all that is needed to decide it, for somebody in these roles. */
export async function findDeskClaim(
  { clock, db, delivery }: ClaimDeps,
  roles: readonly Role[],
  id: number,
): Promise<DeskClaimDetail> {
  const [found] = await toDeskClaims(db, [id]);
  if (!found) throw new NotFound();
  const { claim, order, answeredById } = found;
  const [handover] = await db.select().from(handovers).where(eq(handovers.orderId, order.id));
  const [answerer] =
    answeredById === null ? [] : await db.select({ name: staff.name }).from(staff).where(eq(staff.id, answeredById));
  const refundable = await findRefundable(db, order);
  return {
    ...claim,
    buyer: order.buyer ?? '',
    note: order.text,
    stage: order.stage,
    outcome: handover?.outcome ?? null,
    has_delivery_photo: handover?.photo != null,
    photo_taken_at: handover?.photoTakenAt?.toISOString() ?? null,
    answered_by: answerer?.name ?? null,
    replace_on: nextDelivery(clock.now(), delivery.rules()).day,
    refund: refundable ? toRefund(refundable, roles, await readFloristRefund(db)) : null,
    ...(await findNeighbours(db, id)),
    waiting: await countWaiting(db),
  };
}

function toRefund({ orderId, paidPence, takenPence }: Refundable, roles: readonly Role[], limit: number) {
  const left = paidPence - takenPence;
  if (left <= 0) return null;
  const small = Math.max(0, Math.min(left, limit - takenPence));
  return {
    order: orderId,
    paid: toPounds(paidPence),
    back: toPounds(takenPence),
    left: toPounds(left),
    most_here: toPounds(roles.includes('owner') ? left : small),
    confirm_above: toPounds(small),
  };
}

/** The claims beside this one that wait. */
async function findNeighbours(db: Deps['db'], id: number) {
  const one = () => db.select({ id: claims.id }).from(claims);
  const [before] = await one()
    .where(and(isNull(claims.answeredAt), lt(claims.id, id)))
    .orderBy(desc(claims.id))
    .limit(1);
  const [after] = await one()
    .where(and(isNull(claims.answeredAt), gt(claims.id, id)))
    .orderBy(asc(claims.id))
    .limit(1);
  return { before: before?.id ?? null, after: after?.id ?? null };
}
