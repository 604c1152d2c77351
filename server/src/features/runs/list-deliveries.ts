import { londonDay } from '#contract/delivery.ts';
import { may } from '#contract/roles.ts';
import type { Deliveries, Driver, Parcel, Run } from '#contract/runs.ts';
import type { Deps } from '#server/deps.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import { staff } from '#server/features/staff/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, asc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { readAsStops, readStops, recipientOf, toRunStop } from './read-stops.ts';
import { AS_THEY_LEAVE, runStops, runs } from './table.ts';

/** What leaves on a day: the runs with their stops, what has no run yet, and what a carrier takes. */
export async function listDeliveries({ clock, db }: Pick<Deps, 'clock' | 'db'>, wanted?: string): Promise<Deliveries> {
  const day = wanted ?? londonDay(clock.now());
  const paid = and(ne(orders.stage, 'cancelled'), ne(orders.stage, 'awaiting payment'));
  const onNoRun = sql`not exists (select from ${runStops} inner join ${runs} on ${runs.id} = ${runStops.runId}
    where ${runStops.orderId} = ${orders.id} and ${runs.day} = ${orders.leavesOn})`;
  // What the command line marked as delivered went without a run, and needs none.
  const isToGo = inArray(orders.stage, ['to tie', 'tied', 'out', 'not delivered']);
  return {
    day,
    now: clock.now().toISOString(),
    runs: await readRuns(db, eq(runs.day, day)),
    without_run: (
      await readAsStops(db, and(eq(orders.leavesOn, day), isNull(orders.collectedOn), isToGo, onNoRun))
    ).map(toRunStop),
    parcels: await listParcels(db, and(eq(orders.leavesOn, day), isNotNull(orders.collectedOn), paid)),
    arriving: await listParcels(db, and(eq(orders.deliveryDate, day), isNotNull(orders.collectedOn), paid)),
    drivers: await listDrivers(db),
  };
}

/** Runs with their stops, as they leave. */
export async function readRuns(db: Database | Transaction, where: SQL | undefined): Promise<Run[]> {
  const found = await db
    .select({ run: runs, driver: staff.name })
    .from(runs)
    .leftJoin(staff, eq(staff.id, runs.driverId))
    .where(where)
    .orderBy(asc(runs.day), AS_THEY_LEAVE);
  const stops = Map.groupBy(
    await readStops(
      db,
      found.map(({ run }) => run.id),
    ),
    ({ runId }) => runId,
  );
  return found.map(({ run, driver }) => ({
    id: run.id,
    day: run.day,
    number: run.number,
    leaves_at: run.leavesAt,
    left_at: run.leftAt?.toISOString() ?? null,
    driver: run.driverId === null ? null : { id: run.driverId, name: driver ?? '' },
    stops: (stops.get(run.id) ?? []).map(toRunStop),
  }));
}

async function listParcels(db: Database | Transaction, where: SQL | undefined): Promise<Parcel[]> {
  return (await db.select().from(orders).where(where).orderBy(asc(orders.id))).map(toParcel);
}

export const toParcel = (order: OrderRow): Parcel => ({
  order: order.id,
  name: recipientOf(order),
  place: `${order.address?.city ?? ''} ${order.address?.postal_code ?? ''}`.trim(),
  arrives_on: order.deliveryDate ?? '',
  stage: order.stage,
  carrier_number: order.carrierNumber ?? '',
});

/** Everybody who may deliver; those who do nothing else come first. */
async function listDrivers(db: Database | Transaction): Promise<Driver[]> {
  const found = await db
    .select({ id: staff.id, name: staff.name, roles: staff.roles })
    .from(staff)
    .where(isNull(staff.disabledAt))
    .orderBy(asc(staff.name), asc(staff.id));
  return found
    .filter(({ roles }) => may(roles, 'deliver'))
    .toSorted((a, b) => Number(may(a.roles, 'plan runs')) - Number(may(b.roles, 'plan runs')))
    .map(({ id, name }) => ({ id, name }));
}
