import { londonDay } from '#contract/delivery.ts';
import { may } from '#contract/roles.ts';
import { MAX_RUN_NUMBER } from '#contract/runs.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { type RunRow, runs } from './table.ts';

/** Whether this person may see and change it: those who plan runs all of them, a driver the own one of today. */
export const isTheirs = (run: Pick<RunRow, 'driverId' | 'day'>, { id, roles }: Colleague, today: string): boolean =>
  may(roles, 'plan runs') || (run.driverId === id && run.day === today);

/**
 * A run, locked until the transaction ends. Before its orders, which are locked in ascending order: two runs that change at once
 * do not deadlock. Another's is not found.
 */
export async function lockRun(tx: Transaction, { clock }: Pick<Deps, 'clock'>, colleague: Colleague, runId: number) {
  const [run] = await tx.select().from(runs).where(eq(runs.id, runId)).for('update');
  if (!run || !isTheirs(run, colleague, londonDay(clock.now()))) throw new NotFound();
  return run;
}

export async function findRunOfDay(tx: Transaction, day: string, number: number): Promise<RunRow | undefined> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.day, day), eq(runs.number, number)));
  return run;
}

const LARGEST_ID = 2_147_483_647;

/** The run of that number on a day; without a day the one of that id. What no run can have is asked of nobody: it does not fit. */
export function isRun(day: string | undefined, number: number): SQL | undefined {
  if (number > (day === undefined ? LARGEST_ID : MAX_RUN_NUMBER)) return sql`false`;
  return day === undefined ? eq(runs.id, number) : and(eq(runs.day, day), eq(runs.number, number));
}
