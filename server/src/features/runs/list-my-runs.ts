import { londonDay } from '#contract/delivery.ts';
import type { DriverRun, MyRuns } from '#contract/driver-runs.ts';
import { may } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, asc, eq, type SQL } from '#server/platform/database/drizzle.ts';
import { readStops, toDriverStops } from './read-stops.ts';
import { AS_THEY_LEAVE, runs } from './table.ts';

/** One's own runs of today; for those who plan them, any one run. */
export async function listMyRuns(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  { id, roles }: Colleague,
  wanted: number | undefined,
): Promise<MyRuns> {
  const day = londonDay(clock.now());
  const isOwn = and(eq(runs.driverId, id), eq(runs.day, day));
  if (wanted === undefined) return { day, runs: await readDriverRuns(db, isOwn) };
  const isWanted = eq(runs.id, wanted);
  const found = await readDriverRuns(db, may(roles, 'plan runs') ? isWanted : and(isOwn, isWanted));
  if (!found[0]) throw new NotFound();
  return { day: found[0].day, runs: found };
}

/** Runs as drivers see them, as they leave. */
export async function readDriverRuns(db: Database | Transaction, where: SQL | undefined): Promise<DriverRun[]> {
  const found = await db.select().from(runs).where(where).orderBy(asc(runs.day), AS_THEY_LEAVE);
  const stops = await toDriverStops(
    db,
    await readStops(
      db,
      found.map((run) => run.id),
    ),
  );
  return found.map(({ id, day, number, leavesAt, leftAt }) => ({
    id,
    day,
    number,
    leaves_at: leavesAt,
    left_at: leftAt?.toISOString() ?? null,
    stops: stops.filter(({ from }) => from.runId === id).map(({ stop }) => stop),
  }));
}
