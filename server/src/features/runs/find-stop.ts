import { londonDay } from '#contract/delivery.ts';
import type { DriverStop, StopOfRun } from '#contract/driver-runs.ts';
import { may } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { orders } from '#server/features/orders/table.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, ne } from '#server/platform/database/drizzle.ts';
import { isTheirs } from './find-run.ts';
import { readDriverRuns } from './list-my-runs.ts';
import { readAsStops, toDriverStops } from './read-stops.ts';
import { type RunRow, runStops, runs } from './table.ts';

/** One stop with its run. A driver's own of today; another's is not found. */
export async function findStop(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  colleague: Colleague,
  orderId: number,
): Promise<StopOfRun> {
  const row = await findRunOf(db, orderId);
  requireTheirs(row, colleague, londonDay(clock.now()));
  const [run] = row ? await readDriverRuns(db, eq(runs.id, row.id)) : [];
  const stop = run?.stops.find(({ order }) => order === orderId) ?? (await readAlone(db, colleague, orderId));
  return { stop, run: run?.stops.includes(stop) ? run : null };
}

/** An order that is on no run, or whose day moved away from it: only for those who plan runs. */
async function readAlone(db: Database, { roles }: Colleague, orderId: number): Promise<DriverStop> {
  if (!may(roles, 'plan runs')) throw new NotFound();
  const isPaid = and(eq(orders.id, orderId), eq(orders.status, 'C'), ne(orders.stage, 'cancelled'));
  const [found] = await toDriverStops(db, await readAsStops(db, isPaid));
  if (!found) throw new NotFound();
  return found.stop;
}

/** The run that carries an order, if one does. */
export async function findRunOf(db: Database | Transaction, orderId: number): Promise<RunRow | undefined> {
  const [found] = await db
    .select({ run: runs })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .where(eq(runStops.orderId, orderId));
  return found?.run;
}

/** What is on no run is nothing of a driver's. */
export function requireTheirs(run: RunRow | undefined, colleague: Colleague, today: string): void {
  if (!may(colleague.roles, 'plan runs') && !(run && isTheirs(run, colleague, today))) throw new NotFound();
}
