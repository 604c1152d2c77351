import { doorLines } from '#contract/door-lines.ts';
import type { DriverStop } from '#contract/driver-runs.ts';
import { districtOf } from '#contract/postcode.ts';
import type { RunStop } from '#contract/runs.ts';
import { type Line, listLines } from '#server/features/orders/list-lines.ts';
import { listReported, type Reported, whyNotSend } from '#server/features/orders/paid/find-reported.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, asc, eq, inArray, ne, or, type SQL } from '#server/platform/database/drizzle.ts';
import { handovers, runStops, runs } from './table.ts';

type Handover = Pick<typeof handovers.$inferSelect, 'outcome' | 'takenBy' | 'pressedAt'>;
type FoundStop = { order: OrderRow; handover: Handover | null; reported: Reported | undefined };
type StopOn = FoundStop & { runId: number };

const HANDOVER = { outcome: handovers.outcome, takenBy: handovers.takenBy, pressedAt: handovers.pressedAt };

/** Of an order whose day was moved while it was on a run, the run knows nothing any more. */
const IS_STOP = and(
  ne(orders.stage, 'cancelled'),
  or(eq(orders.leavesOn, runs.day), inArray(orders.stage, ['out', 'not delivered', 'delivered'])),
);

/** The stops of runs, in their order. */
export async function readStops(db: Database | Transaction, runIds: readonly number[]): Promise<StopOn[]> {
  if (runIds.length === 0) return [];
  const found = await db
    .select({ runId: runStops.runId, order: orders, handover: HANDOVER })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .innerJoin(orders, eq(orders.id, runStops.orderId))
    .leftJoin(handovers, eq(handovers.orderId, orders.id))
    .where(and(inArray(runStops.runId, [...runIds]), IS_STOP))
    .orderBy(asc(runStops.runId), asc(runStops.position), asc(orders.id));
  return withReported(db, found);
}

/** Orders as stops, whichever run they are on, by number. */
export async function readAsStops(db: Database | Transaction, where: SQL | undefined): Promise<FoundStop[]> {
  const found = await db
    .select({ order: orders, handover: HANDOVER })
    .from(orders)
    .leftJoin(handovers, eq(handovers.orderId, orders.id))
    .where(where)
    .orderBy(asc(orders.id));
  return withReported(db, found);
}

async function withReported<T extends Omit<FoundStop, 'reported'>>(db: Database | Transaction, found: T[]) {
  const reported = await listReported(
    db,
    found.map(({ order }) => order.id),
  );
  return found.map((stop) => ({ ...stop, reported: reported.get(stop.order.id) }));
}

export const recipientOf = ({ address, buyer }: Pick<OrderRow, 'address' | 'buyer'>): string =>
  address?.recipient_name || buyer || 'Nobody any more';

const whyNot = ({ order, reported }: FoundStop) => (reported ? whyNotSend(order.stage, reported) : null);

const handoverOf = (handover: Handover | null) => ({
  outcome: handover?.outcome ?? null,
  pressed_at: handover?.pressedAt.toISOString() ?? null,
});

export const toRunStop = (found: FoundStop): RunStop => {
  const { order, handover } = found;
  return {
    order: order.id,
    district: districtOf(order.address?.postal_code ?? ''),
    name: recipientOf(order),
    street: order.address ? doorLines(order.address).join(', ') : '',
    stage: order.stage,
    ...handoverOf(handover),
    not_to_send: whyNot(found),
  };
};

/** The same with all that the driver needs, and nothing of the price or the buyer's e-mail. */
export async function toDriverStops<T extends FoundStop>(
  db: Database | Transaction,
  found: readonly T[],
): Promise<{ from: T; stop: DriverStop }[]> {
  const ids = found.map(({ order }) => order.id);
  const lines = Map.groupBy(ids.length === 0 ? [] : await listLines(db, ids), ({ orderId }) => orderId);
  return found.map((from) => ({ from, stop: toDriverStop(from, lines.get(from.order.id) ?? []) }));
}

function toDriverStop(found: FoundStop, lines: readonly Line[]): DriverStop {
  const { order, handover } = found;
  const { address } = order;
  const postcode = address?.postal_code ?? '';
  return {
    order: order.id,
    name: recipientOf(order),
    address: address ? [...doorLines(address), `${address.city} ${postcode}`.trim()] : [],
    postal_code: postcode,
    district: districtOf(postcode),
    phone: address?.phone ?? '',
    note: order.driverNote,
    nobody_in: order.nobodyIn,
    has_card: order.text.trim() !== '',
    bouquets: lines.map(({ name, size, quantity, extras, picture }) => ({
      name,
      size,
      quantity,
      picture,
      extras: extras.map((extra) => extra.name),
    })),
    stage: order.stage,
    taken_by: handover?.takenBy ?? '',
    ...handoverOf(handover),
    not_to_send: whyNot(found),
  };
}
