import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import { doneBy } from '../staff/done-by.ts';
import type { Colleague } from '../staff/find-colleague.ts';
import { writeDeskLog } from '../staff/write-desk-log.ts';
import { lockRun } from './find-run.ts';
import { runStops, runs } from './table.ts';

/** Removes a run that has no stop. One that does is not emptied by the way: its stops are put on another first. */
export async function removeRun(deps: Pick<Deps, 'clock' | 'db'>, colleague: Colleague, runId: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { day, number, leftAt } = await lockRun(tx, deps, colleague, runId);
    if (leftAt) throw new Conflict(`Run ${number} has left.`);
    const [stop] = await tx.select().from(runStops).where(eq(runStops.runId, runId)).limit(1);
    if (stop) throw new Conflict(`Run ${number} has stops: put them on another run first.`);
    await tx.delete(runs).where(eq(runs.id, runId));
    const log = { at: deps.clock.now(), ...doneBy(colleague), action: 'remove run' } as const;
    await writeDeskLog(tx, { ...log, subjectId: runId, details: { day, number } });
  });
}
