import type { LeaveRun, Run } from '#contract/runs.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { lockOrders } from '#server/features/orders/lock-order.ts';
import { dispatchOrder } from '#server/features/orders/paid/dispatch-order.ts';
import { listReported, whyNotSend } from '#server/features/orders/paid/find-reported.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import { type DoneNow, doneBy } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, inArray } from '#server/platform/database/drizzle.ts';
import { lockRun } from './find-run.ts';
import { readRuns } from './list-deliveries.ts';
import { nameOfRun } from './put-on-run.ts';
import { readStops } from './read-stops.ts';
import { type RunRow, runStops, runs } from './table.ts';

type LeaveDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'mail' | 'secrets'>;

/**
 * The van leaves: what is tied is out, each buyer gets a letter, all in one transaction. What is not tied stays behind, on no
 * run, if whoever pressed said so; what was replaced meanwhile stays unasked. A run that has left stays as it is.
 */
export async function leaveRun(
  deps: LeaveDeps,
  colleague: Colleague,
  runId: number,
  { without }: LeaveRun,
): Promise<Run> {
  return deps.db.transaction(async (tx) => {
    const run = await lockRun(tx, deps, colleague, runId);
    if (!run.leftAt) await leave(deps, tx, colleague, run, without);
    return (await readRuns(tx, eq(runs.id, runId)))[0] as Run;
  });
}

const NOTHING = { claim: null, replacedBy: null };

async function leave(deps: LeaveDeps, tx: Transaction, colleague: Colleague, run: RunRow, without: boolean) {
  const on = (await readStops(tx, [run.id])).map(({ order }) => order.id);
  const locked = await lockOrders(tx, on);
  // Another may have moved one to another run before it was locked.
  const still = (await readStops(tx, [run.id])).map(({ order }) => order.id);
  const stops = locked.filter(({ id }) => still.includes(id));
  const reported = await listReported(tx, still);
  const whys = new Map(stops.map(({ id, stage }) => [id, whyNotSend(stage, reported.get(id) ?? NOTHING)]));
  const held = stops.filter(({ id }) => whys.get(id) !== null);
  const untied = stops.filter((stop) => stop.stage === 'to tie' && !held.includes(stop));
  const behind = stops.filter((stop) => held.includes(stop) || untied.includes(stop));
  if (run.driverId === null) throw new Conflict(`Run ${run.number} has no driver yet.`);
  if (stops.length > 0 && held.length === stops.length)
    throw new Conflict(`Nothing on run ${run.number} leaves. ${whys.get((held[0] as OrderRow).id)}`);
  if (stops.length === behind.length) throw new Conflict(`Nothing on run ${run.number} is tied yet.`);
  if (untied.length > 0 && !without)
    throw new Conflict(`${untied.length} of ${stops.length} are not tied yet. Leave without ${untied.length}?`);
  const by = doneBy(colleague);
  for (const { id } of stops.filter((stop) => !behind.includes(stop))) await dispatchOrder(deps, tx, id, by);
  const at = deps.clock.now();
  await leaveBehind(tx, run, behind, { ...by, at });
  await tx.update(runs).set({ leftAt: at }).where(eq(runs.id, run.id));
  const details = { orders: stops.length - behind.length, behind: behind.map(({ id }) => id) };
  await writeDeskLog(tx, { at, ...by }, 'run leaves', run.id, details);
}

/** By the moment of these events it is known what to bring back, if the run is taken back. */
async function leaveBehind(tx: Transaction, run: RunRow, behind: OrderRow[], by: DoneNow): Promise<void> {
  if (behind.length === 0) return;
  const ids = behind.map(({ id }) => id);
  await tx.delete(runStops).where(and(eq(runStops.runId, run.id), inArray(runStops.orderId, ids)));
  for (const id of ids) await recordEvent(tx, id, { ...by, what: 'run', before: nameOfRun(run) });
}
