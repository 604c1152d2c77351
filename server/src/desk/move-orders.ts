import { formatDay } from '#contract/delivery.ts';
import type { MovedOrders, MoveOrders } from '#contract/desk-change-orders.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid, NotFound } from '#server/errors.ts';
import { shareRules } from '#server/features/delivery/lock-rules.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { changeLocked } from '#server/features/orders/paid/change-order.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';

type MoveDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'mail'>;

/** Another day for several orders, a transaction for each: those that can be moved are, and of the others it is said why not. */
export async function moveOrders(
  deps: MoveDeps,
  by: DoneBy,
  { orders, delivery_date }: MoveOrders,
): Promise<MovedOrders> {
  const moved: MovedOrders = [];
  for (const order of new Set(orders)) {
    const words = await moveOne(deps, by, order, delivery_date);
    moved.push({ order, done: words === null, words });
  }
  return moved;
}

async function moveOne(deps: MoveDeps, by: DoneBy, orderId: number, day: string): Promise<string | null> {
  try {
    return await deps.db.transaction(async (tx) => {
      await shareRules(tx);
      const order = await lockOrder(tx, orderId);
      const changed = await changeLocked(deps, tx, order, by, { delivery_date: day, tell: true });
      return changed.length > 0 ? null : `Order ${orderId} is for ${formatDay(day)} already.`;
    });
  } catch (error) {
    if (error instanceof NotFound) return `There is no order ${orderId}.`;
    if (error instanceof Conflict) return `Order ${orderId}: ${error.message}`;
    if (error instanceof Invalid) return `Order ${orderId}: ${Object.values(error.fields).flat().join(' ')}`;
    throw error;
  }
}
