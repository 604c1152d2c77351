import { addDays, londonDay, nextOpenDay } from '#contract/delivery.ts';
import type { Press, PressedStop } from '#contract/driver-runs.ts';
import { may } from '#contract/roles.ts';
import type { HandoverOutcome } from '#contract/runs.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid, NotFound } from '#server/errors.ts';
import { readRules } from '#server/features/delivery/read-rules.ts';
import { deliverOrder, lockCompleted, returnOrder } from '#server/features/orders/paid/dispatch-order.ts';
import { findReported, whyNotSend } from '#server/features/orders/paid/find-reported.ts';
import { moveDay } from '#server/features/orders/paid/move-delivery.ts';
import { moveOrder } from '#server/features/orders/paid/move-order.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import { type DoneBy, doneBy } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { findStanding } from './find-handover.ts';
import { findRunOf } from './find-stop.ts';
import { handovers, presses, type RunRow } from './table.ts';

type PressDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'mail' | 'secrets'>;
type Received = { press: Press; photo: Buffer | null };

const DAY_MS = 24 * 60 * 60 * 1000;
/** A phone that was without network for longer has to be looked at by hand. */
const LONGEST_KEPT_MS = 7 * DAY_MS;

/**
 * Records how a try to deliver ended, at the time it was pressed. The same press, come again, does nothing more; neither does
 * another phone's: flowers that were handed over stay so, whichever press arrives first. A photo is read only if the press may be
 * recorded. Another driver's stop is not found.
 */
export async function recordPress(
  deps: PressDeps,
  colleague: Colleague,
  orderId: number,
  key: string | undefined,
  receive: () => Promise<Received>,
): Promise<PressedStop> {
  requireCarries(await findRunOf(deps.db, orderId), colleague);
  if (key && (await isKnown(deps.db, colleague, orderId, key))) return readPressed(deps.db, orderId, false);
  const { press, photo } = await receive();
  const now = deps.clock.now();
  const pressedAt = readMoment(press, now);
  return deps.db.transaction(async (tx) => {
    const order = await lockCompleted(tx, orderId);
    // Pressed without network before midnight, it may come after: its run is that of the day it was pressed on.
    requireCarries(await findRunOf(tx, orderId), colleague, londonDay(pressedAt ?? now));
    if (key && !(await addPress(tx, colleague, orderId, key, now))) return readPressed(tx, orderId, false);
    const [before] = await tx
      .select({ outcome: handovers.outcome })
      .from(handovers)
      .where(eq(handovers.orderId, orderId));
    if (isOver(order, press, pressedAt ?? now)) return readPressed(tx, orderId, false);
    const by = { ...doneBy(colleague), pressedAt };
    await recordHandover(tx, orderId, { ...press, photo, pressedAt: pressedAt ?? now });
    await recordEvent(tx, orderId, {
      at: now,
      ...by,
      what: 'handover',
      before: before?.outcome ?? null,
      after: press.outcome,
    });
    await move(deps, tx, order, by, press, photo !== null);
    return readPressed(tx, orderId, true);
  });
}

/** Whoever plans runs may press for all; a driver for the own run, on its day if one is asked for. */
function requireCarries(run: RunRow | undefined, { id, roles }: Colleague, day?: string): void {
  if (may(roles, 'plan runs')) return;
  if (!run || run.driverId !== id || (day !== undefined && run.day !== day)) throw new NotFound();
}

async function isKnown(db: Deps['db'], { id }: Colleague, orderId: number, key: string): Promise<boolean> {
  const [known] = await db
    .select({ orderId: presses.orderId })
    .from(presses)
    .where(and(eq(presses.staffId, id), eq(presses.key, key)));
  if (known && known.orderId !== orderId) throw new Conflict('This press was of another order.');
  return known !== undefined;
}

async function addPress(tx: Transaction, { id: staffId }: Colleague, orderId: number, key: string, at: Date) {
  const [added] = await tx
    .insert(presses)
    .values({ staffId, key, orderId, answer: 'done', at })
    .onConflictDoNothing()
    .returning();
  return added !== undefined;
}

/** When it was pressed; undefined if that is now. A clock that is ahead of ours does not make it later than now. */
function readMoment({ pressed_at }: Press, now: Date): Date | undefined {
  if (pressed_at === undefined) return undefined;
  const pressedAt = new Date(pressed_at);
  if (now.getTime() - pressedAt.getTime() > LONGEST_KEPT_MS)
    throw new Invalid({ pressed_at: ['This was pressed more than a week ago.'] });
  return pressedAt < now ? pressedAt : undefined;
}

/** Whether what was pressed is over: the flowers are delivered, or nobody was in before they left once more. */
function isOver({ stage, dispatchedAt }: OrderRow, { outcome }: Press, pressedAt: Date): boolean {
  if (stage === 'delivered') return true;
  if (outcome !== 'nobody in') return false;
  return stage === 'not delivered' || (dispatchedAt !== null && pressedAt < dispatchedAt);
}

type Handover = { outcome: HandoverOutcome; taken_by: string; photo: Buffer | null; pressedAt: Date };

async function recordHandover(tx: Transaction, orderId: number, { outcome, taken_by, photo, pressedAt }: Handover) {
  const row = { outcome, takenBy: taken_by || null, pressedAt, photo, photoTakenAt: photo && pressedAt };
  await tx
    .insert(handovers)
    .values({ orderId, ...row })
    .onConflictDoUpdate({ target: handovers.orderId, set: row });
}

async function move(deps: PressDeps, tx: Transaction, order: OrderRow, by: DoneBy, press: Press, hasPhoto: boolean) {
  const { outcome, taken_by: takenBy } = press;
  if (outcome !== 'nobody in') return deliverOrder(deps, tx, order.id, by, { outcome, takenBy, hasPhoto });
  const at = deps.clock.now();
  const next = press.next ?? 'again today';
  // Nobody pressed that the run has left: it has.
  const isInShop = order.stage === 'to tie' || order.stage === 'tied';
  const left = { at, to: 'out' as const, change: { dispatchedAt: at }, hasLeft: true };
  const out = isInShop ? await moveOrder(tx, order, { ...by, ...left }) : order;
  const { rules } = await readRules(tx, at);
  const day = nextOpenDay(addDays(londonDay(at), 1), rules);
  const reported = await findReported(tx, order.id);
  // Replaced, or claimed, it stays where it is: with a new day it would be sent beside the new flowers.
  const isMoved = next === 'another day' && whyNotSend('not delivered', reported) === null;
  const moved = isMoved ? await moveDay(tx, out, day, { ...by, at }) : out;
  return returnOrder(deps, tx, moved, by, { nextTry: next, reported });
}

async function readPressed(db: Deps['db'] | Transaction, orderId: number, done: boolean): Promise<PressedStop> {
  const found = await findStanding(db, orderId);
  return { order: orderId, done, ...found };
}
