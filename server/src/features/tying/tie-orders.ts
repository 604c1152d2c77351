import type { Pressed } from '#contract/desk.ts';
import type { OrderStage } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { moveOrder } from '#server/features/orders/paid/move-order.ts';
import { whyNotTie } from '#server/features/orders/paid/why-not-tie.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { describeStage } from './describe-stage.ts';

type TieDeps = Pick<Deps, 'clock' | 'db'>;

/** Marks orders as tied: each that is still to tie. Of the others it is said what is true now, and nothing changes. */
export async function tieOrders(deps: TieDeps, by: DoneBy, orderIds: readonly number[]): Promise<Pressed[]> {
  return pressEach(deps, orderIds, async (tx, order) => {
    if (order.stage !== 'to tie') return describeStage(tx, order, deps.clock.now());
    return (await whyNotTie(tx, order.id)) ?? move(deps, tx, order, by, 'tied');
  });
}

/** The other way: orders that are tied, and have not left, are to tie again. */
export async function takeBackOrders(deps: TieDeps, by: DoneBy, orderIds: readonly number[]): Promise<Pressed[]> {
  return pressEach(deps, orderIds, async (tx, order) => {
    if (order.stage !== 'tied') return describeStage(tx, order, deps.clock.now());
    return move(deps, tx, order, by, 'to tie');
  });
}

async function move({ clock }: TieDeps, tx: Transaction, order: OrderRow, by: DoneBy, to: OrderStage) {
  return moveOrder(tx, order, { to, at: clock.now(), ...by });
}

/** A transaction for each, so that what holds one up does not undo the others, and locks are never held together. */
async function pressEach(
  { db }: TieDeps,
  orderIds: readonly number[],
  press: (tx: Transaction, order: OrderRow) => Promise<OrderRow | string>,
): Promise<Pressed[]> {
  const pressed: Pressed[] = [];
  for (const id of new Set(orderIds)) {
    const result = await db.transaction(async (tx): Promise<Pressed> => {
      const order = await lockOrder(tx, id).catch(orNothing);
      if (!order) return { order: id, done: false, stage: null, words: `There is no order ${id}.` };
      const moved = await press(tx, order);
      if (typeof moved === 'string') return { order: id, done: false, stage: order.stage, words: moved };
      return { order: id, done: true, stage: moved.stage, words: null };
    });
    pressed.push(result);
  }
  return pressed;
}

function orNothing(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error;
}
