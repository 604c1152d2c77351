import type { Day } from '#contract/day.ts';
import type { OrderStage } from '#contract/orders.ts';
import { Conflict } from '#server/errors.ts';
import { ANNOUNCE_PLACES } from '#server/features/delivery/count-places.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { eventPart } from '../record-event.ts';
import { findMoves } from '../states.ts';
import { type OrderRow, orders } from '../table.ts';
import { whyNotTie } from './why-not-tie.ts';

type Change = Partial<Pick<OrderRow, 'completedAt' | 'deliveryDate' | 'dispatchedAt' | 'deliveredAt'>> & {
  collectedOn?: SQL<Day | null>;
};
type Move = DoneBy & {
  to: OrderStage;
  at: Date;
  change?: Change;
  /** The flowers have left, whatever was waited for. */
  hasLeft?: boolean;
};

/**
 * Moves a locked order to a stage, by every stage between, each an event of its own. Refuses where no moves lead there, and to tie what
 * waits for its buyer or whose buyer waits for an answer: but not what somebody saw leave.
 */
export async function moveOrder(
  tx: Transaction,
  order: OrderRow,
  { to, at, change, hasLeft = false, ...by }: Move,
): Promise<OrderRow> {
  const moves = findMoves(order.stage, to);
  if (!moves) throw new Conflict(`Order ${order.id} is ${order.stage}: it cannot become ${to}.`);
  if (moves.includes('tied') && order.stage === 'to tie' && !hasLeft) await requireMayTie(tx, order.id);
  const moved = tx.$with('moved').as(
    tx
      .update(orders)
      .set({ ...change, stage: to })
      .where(eq(orders.id, order.id))
      .returning(),
  );
  const events = moves.map((after, place) => ({
    at,
    ...by,
    what: 'stage',
    before: moves[place - 1] ?? order.stage,
    after,
  }));
  const [written] = await tx
    .with(moved, eventPart(tx, order.id, events))
    .select()
    .from(moved);
  if (to === 'cancelled') await tx.execute(sql`select ${ANNOUNCE_PLACES}`);
  return written as OrderRow;
}

async function requireMayTie(tx: Transaction, orderId: number): Promise<void> {
  const why = await whyNotTie(tx, orderId);
  if (why) throw new Conflict(why);
}
