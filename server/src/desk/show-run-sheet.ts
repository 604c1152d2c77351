import type { RunSheet, ShowRunSheet } from '#contract/desk-print.ts';
import { describeLine } from '#contract/line-words.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { listReported, type Reported, whyNotSend } from '#server/features/orders/paid/find-reported.ts';
import { orders } from '#server/features/orders/table.ts';
import { isRun } from '#server/features/runs/find-run.ts';
import { runStops, runs } from '#server/features/runs/table.ts';
import { staff } from '#server/features/staff/table.ts';
import { and, asc, eq, ne } from '#server/platform/database/drizzle.ts';
import { toPlace } from './to-place.ts';

/** The stops of a run in their order, for when the phone is flat. No prices, no e-mail address. */
export async function showRunSheet({ db }: Pick<Deps, 'db'>, { day, run: number }: ShowRunSheet): Promise<RunSheet> {
  const [found] = await db
    .select({ run: runs, driver: staff.name })
    .from(runs)
    .leftJoin(staff, eq(staff.id, runs.driverId))
    .where(isRun(day, number));
  if (!found) throw new NotFound('There is no such run.');
  const all = await db
    .select({ order: orders })
    .from(runStops)
    .innerJoin(orders, eq(orders.id, runStops.orderId))
    .where(and(eq(runStops.runId, found.run.id), ne(orders.stage, 'cancelled')))
    .orderBy(asc(runStops.position), asc(orders.id));
  const ids = all.map(({ order }) => order.id);
  const reported = await listReported(db, ids);
  // The van leaves without what was replaced.
  const stops = all.filter(
    ({ order: { id, stage } }) => stage === 'out' || whyNotSend(stage, reported.get(id) as Reported) === null,
  );
  const lines = Map.groupBy(await listLines(db, ids), ({ orderId }) => orderId);
  return {
    id: found.run.id,
    number: found.run.number,
    day: found.run.day,
    leaves_at: found.run.leavesAt,
    driver: found.driver,
    stops: stops.map(({ order }) => {
      const ordered = lines.get(order.id) ?? [];
      return {
        order: order.id,
        stage: order.stage,
        ...toPlace(order),
        driver_note: order.driverNote,
        nobody_in: order.nobodyIn,
        what: ordered.map((line) => `${line.quantity > 1 ? `${line.quantity} × ` : ''}${describeLine(line)}`),
        bouquets: ordered.reduce((sum, { quantity }) => sum + quantity, 0),
      };
    }),
  };
}
