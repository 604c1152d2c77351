import type { OrderDelivery, Tracked } from '#contract/order-delivery.ts';
import type { OrderStage } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { requireOwnOrder } from '#server/features/orders/history/require-own-order.ts';
import { linkToTrack } from '#server/features/orders/letters/link-to-order.ts';
import { readOrderToken } from '#server/features/orders/order-token.ts';
import { findReported, whyNotSend } from '#server/features/orders/paid/find-reported.ts';
import { hideHeld } from '#server/features/orders/paid/held-dispatch.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { and, eq, lt, sql } from '#server/platform/database/drizzle.ts';
import { findHandoverPhoto, photoLimit } from './find-handover.ts';
import { findRunOf } from './find-stop.ts';
import { recipientOf } from './read-stops.ts';
import { handovers, type RunRow, runStops } from './table.ts';

/** The page of the recipient is gone a week after the flowers came. */
const TRACKED_MS = 7 * 24 * 60 * 60 * 1000;

/** How far the flowers of one's own order are. */
export async function findDelivery(deps: Deps, shopper: Shopper, orderId: number): Promise<OrderDelivery> {
  const order = await requireOwnOrder(deps, shopper, orderId);
  if (order.status !== 'C') throw new NotFound();
  const now = deps.clock.now();
  const run = await findRunOf(deps.db, orderId);
  const { hasPhoto, ...steps } = await readSteps(deps.db, order, now);
  const isBefore = order.stage === 'to tie' || order.stage === 'tied';
  return {
    ...steps,
    leaves_at: isBefore && run && run.day === order.leavesOn && !run.leftAt ? run.leavesAt : null,
    stops_before: steps.stage === 'out' && run?.leftAt ? await countBefore(deps.db, run, orderId) : null,
    carrier_number: order.carrierNumber ?? '',
    has_photo: hasPhoto,
    track_link: isTracked(order, now) ? linkToTrack(deps, orderId) : null,
  };
}

/** The photo that the driver took. */
export async function findOwnPhoto(deps: Deps, shopper: Shopper, orderId: number): Promise<Buffer> {
  const order = await requireOwnOrder(deps, shopper, orderId);
  return findHandoverPhoto(deps.db, order.id, deps.clock.now());
}

/** The same by the token in the letter to the buyer. Nothing, once the buyer has left. */
export async function findPhotoByToken({ clock, db, secrets }: Deps, token: string): Promise<Buffer> {
  const orderId = readOrderToken(secrets, 'photo', token);
  if (orderId === undefined) throw new NotFound();
  return findHandoverPhoto(db, orderId, clock.now());
}

/** What the recipient sees, by the link that the buyer passed on, until a week after the flowers came. */
export async function trackOrder({ clock, db, secrets }: Deps, token: string): Promise<Tracked> {
  const orderId = readOrderToken(secrets, 'track', token);
  const [order] = orderId === undefined ? [] : await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order || !isTracked(order, clock.now())) throw new NotFound('This link is no longer good.');
  const { hasPhoto: _photo, ordered_at: _ordered, ...steps } = await readSteps(db, order, clock.now());
  return { ...steps, recipient: recipientOf(order) };
}

/** Not before it is paid for, nor after its buyer has left. What was never marked as delivered is gone after its day, too. */
function isTracked({ status, stage, deliveredAt, deliveryDate, address }: OrderRow, now: Date): boolean {
  if (status !== 'C' || stage === 'cancelled' || address === null || deliveryDate === null) return false;
  const cameAt = deliveredAt ?? new Date(`${deliveryDate}T23:59:59Z`);
  return now.getTime() - cameAt.getTime() < TRACKED_MS;
}

type Steps = Omit<Tracked, 'recipient'> & { ordered_at: string | null; hasPhoto: boolean };

const PASSED: Partial<Record<OrderStage, readonly OrderStage[]>> = {
  tied: ['tied'],
  out: ['tied', 'out'],
  'not delivered': ['tied', 'out'],
  delivered: ['tied', 'out'],
};

/** A step that was taken back is none. */
async function readSteps(db: Database, order: OrderRow, now: Date): Promise<Steps> {
  const moves = await db
    .select({
      after: orderEvents.after,
      at: sql<Date>`max(coalesce(${orderEvents.pressedAt}, ${orderEvents.at}))`.mapWith(orderEvents.at),
    })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.what, 'stage')))
    .groupBy(orderEvents.after);
  const [handover] = await db
    .select({
      outcome: handovers.outcome,
      takenBy: handovers.takenBy,
      pressedAt: handovers.pressedAt,
      hasPhoto: sql<boolean>`${handovers.photo} is not null`,
    })
    .from(handovers)
    .where(eq(handovers.orderId, order.id));
  // What can still be taken back is not said to have left.
  const { stage } = hideHeld({ stage: order.stage, dispatched_at: toText(order.dispatchedAt) }, now);
  const passed = PASSED[stage] ?? [];
  const momentOf = (stage: OrderStage): string | null =>
    passed.includes(stage) ? (moves.find(({ after }) => after === stage)?.at.toISOString() ?? null) : null;
  const isDelivered = order.stage === 'delivered';
  const isReturned = order.stage === 'not delivered';
  const shown = isDelivered || isReturned ? handover : undefined;
  return {
    stage,
    // A completed order has a day, by a constraint of the database.
    day: order.deliveryDate as string,
    by_carrier: order.collectedOn !== null,
    ordered_at: order.completedAt?.toISOString() ?? null,
    tied_at: momentOf('tied'),
    out_at: momentOf('out'),
    delivered_at: isDelivered ? (order.deliveredAt?.toISOString() ?? null) : null,
    outcome: shown?.outcome ?? null,
    taken_by: isDelivered ? (handover?.takenBy ?? '') : '',
    tried_at: isReturned ? (handover?.pressedAt.toISOString() ?? null) : null,
    next_try: isReturned ? await findNextTry(db, order) : 'again',
    hasPhoto: isDelivered && handover?.hasPhoto === true && handover.pressedAt > photoLimit(now),
  };
}

async function findNextTry(db: Database, { id, stage }: OrderRow): Promise<Tracked['next_try']> {
  const reported = await findReported(db, id);
  if (whyNotSend(stage, reported) === null) return 'again';
  return reported.replacedBy === null ? 'florist' : 'new flowers';
}

const toText = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** Stops of the run that come before this one and have had no end yet. */
async function countBefore(db: Database, run: RunRow, orderId: number): Promise<number> {
  const own = db.select({ position: runStops.position }).from(runStops).where(eq(runStops.orderId, orderId));
  const [found] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(runStops)
    .innerJoin(orders, eq(orders.id, runStops.orderId))
    .where(and(eq(runStops.runId, run.id), lt(runStops.position, own), eq(orders.stage, 'out')));
  return found?.count ?? 0;
}
