import { addDays, findClosure, londonDay } from '#contract/delivery.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { toPence, toPounds } from '#contract/money.ts';
import { districtOf } from '#contract/postcode.ts';
import type { Role } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { users } from '#server/features/accounts/table.ts';
import { claims } from '#server/features/claims/table.ts';
import { readFloristRefund } from '#server/features/delivery/florist-refund.ts';
import { listOrderLetters } from '#server/features/orders/letters/order-letters.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { whyNotCard, whyNotChange } from '#server/features/orders/paid/change-order.ts';
import { findCancelRequest } from '#server/features/orders/paid/find-cancel-request.ts';
import { whyNotCancelReported, whyNotWhileReported } from '#server/features/orders/paid/find-reported.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { type OrderRow, orderItems, orders } from '#server/features/orders/table.ts';
import { whyNotCancel } from '#server/features/payments/own-orders/cancel-order.ts';
import { whyNotRefund } from '#server/features/payments/refunds/require-may-refund.ts';
import { handovers, runStops, runs } from '#server/features/runs/table.ts';
import { toDoneBy } from '#server/features/staff/done-by.ts';
import { listOrderNotes } from '#server/features/tying/order-notes.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { desc, eq, sql } from '#server/platform/database/drizzle.ts';
import { readTickets } from './read-tickets.ts';
import { whyNotReplace } from './replace-at-desk.ts';
import { showMoney } from './show-money.ts';
import { toPlace } from './to-place.ts';

type ShowDeps = Pick<Deps, 'clock' | 'db' | 'delivery' | 'secrets'>;

/** Events of one order: more than anybody scrolls through. */
const MOST_EVENTS = 200;
const DAYS_SHOWN = 14;
const MOST_COUNTED = 100;

/** All about one order, for somebody in these roles. */
export async function showOrder(deps: ShowDeps, roles: readonly Role[], orderId: number): Promise<DeskOrder> {
  const { clock, db } = deps;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new NotFound();
  const now = clock.now();
  const [
    lines,
    recipes,
    events,
    letters,
    notes,
    tickets,
    buyer,
    run,
    [claim],
    [handover],
    [replacement],
    request,
    limitPence,
  ] = await Promise.all([
    listLines(db, [orderId]),
    db.select({ id: orderItems.id, stems: orderItems.stems }).from(orderItems).where(eq(orderItems.orderId, orderId)),
    listEvents(db, orderId),
    listOrderLetters(deps, db, orderId),
    listOrderNotes(db, orderId),
    readTickets(db, [orderId], londonDay(now)),
    findBuyer(db, order),
    findRun(db, order),
    db.select({ id: claims.id, answeredAt: claims.answeredAt }).from(claims).where(eq(claims.orderId, orderId)),
    db.select({ outcome: handovers.outcome }).from(handovers).where(eq(handovers.orderId, orderId)),
    db.select({ id: orders.id }).from(orders).where(eq(orders.replacesOrderId, orderId)),
    findCancelRequest(db, orderId),
    readFloristRefund(db),
  ]);
  const money = await showMoney(db, order, lines, roles, limitPence);
  const reported = {
    claim: claim ? { id: claim.id, isOpen: claim.answeredAt === null } : null,
    replacedBy: replacement?.id ?? null,
  };
  const stems = new Map(recipes.map((row) => [row.id, row.stems.reduce((sum, { count }) => sum + count, 0)]));
  return {
    id: orderId,
    stage: order.stage,
    buyer,
    recipient: toPlace(order).recipient,
    district: districtOf(order.address?.postal_code ?? ''),
    address: order.address,
    arrives_on: order.deliveryDate,
    leaves_on: order.leavesOn,
    by_carrier: order.collectedOn !== null,
    carrier_number: order.carrierNumber,
    run,
    driver_note: order.driverNote,
    nobody_in: order.nobodyIn,
    swap_choice: order.swapChoice,
    note: order.text,
    lines: lines.map(({ id, name, size, quantity, pricePence, picture, extras }) => ({
      id,
      name,
      size,
      quantity,
      picture,
      price: toPounds(pricePence),
      stems: stems.get(id) ?? 0,
      extras: extras.map((extra) => ({ name: extra.name, price: toPounds(extra.pricePence) })),
    })),
    replaces: order.replacesOrderId,
    replaced_by: reported.replacedBy,
    claim: reported.claim && { id: reported.claim.id, is_open: reported.claim.isOpen },
    paid_at: order.completedAt?.toISOString() ?? null,
    dispatched_at: order.dispatchedAt?.toISOString() ?? null,
    delivered_at: order.deliveredAt?.toISOString() ?? null,
    outcome: handover?.outcome ?? null,
    troubles: tickets[0]?.troubles ?? [],
    cancel_request: request
      ? {
          at: request.askedAt.toISOString(),
          because: request.because,
          declined: request.declined,
          answered: request.answeredAt !== null,
        }
      : null,
    money,
    events: events.map(({ id, at, what, before, after, pressedAt, ...row }) => ({
      id,
      ...toDoneBy(row),
      what,
      before,
      after,
      at: at.toISOString(),
      pressed_at: pressedAt?.toISOString() ?? null,
    })),
    last_event: events[0]?.id ?? 0,
    letters,
    notes,
    may: {
      change: whyNotChange(order) ?? whyNotWhileReported(reported),
      card: whyNotCard(order),
      cancel:
        whyNotCancel(order) ??
        whyNotCancelReported(reported) ??
        whyNotRefund(roles, {
          amountPence: toPence(money.left),
          takenPence: toPence(money.back + money.on_its_way),
          limitPence,
        }),
      replace: await whyNotReplace(db, order),
    },
    days: listDays(deps, now),
  };
}

const listEvents = (db: Database, orderId: number) =>
  db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.id))
    .limit(MOST_EVENTS);

async function findBuyer(db: Database, { userId, buyer }: OrderRow): Promise<DeskOrder['buyer']> {
  const [user] = userId === null ? [] : await db.select().from(users).where(eq(users.id, userId));
  if (!user) return { id: null, name: buyer ?? '', email: null, is_confirmed: false, orders: 0 };
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::integer as count from (select from orders where user_id = ${user.id} and status = 'C'
      limit ${MOST_COUNTED}) as counted`);
  return {
    id: user.id,
    name: buyer ?? '',
    email: user.email,
    is_confirmed: user.emailConfirmedAt !== null,
    orders: rows[0]?.count ?? 0,
  };
}

/** The run that carries it on the day it leaves. */
async function findRun(db: Database, { id, leavesOn }: OrderRow): Promise<DeskOrder['run']> {
  const [found] = await db
    .select({ number: runs.number, day: runs.day, stop: runStops.position, leaves_at: runs.leavesAt })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .where(eq(runStops.orderId, id));
  return found && found.day === leavesOn ? found : null;
}

/** The days that can be pressed; any other can be typed. */
function listDays({ delivery }: ShowDeps, now: Date): DeskOrder['days'] {
  const { rules } = delivery.terms();
  return Array.from({ length: DAYS_SHOWN }, (_, place) => {
    const day = addDays(londonDay(now), place);
    return { day, closed: findClosure(day, rules)?.words ?? null, is_full: delivery.placesLeft(day) === 0 };
  });
}
