import type { SwapOnDay, SwappedOnDay } from '#contract/desk-missing.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { lockOrders } from '#server/features/orders/lock-order.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { type OrderRow, orderItems } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, inArray } from '#server/platform/database/drizzle.ts';
import { describeStage } from '../describe-stage.ts';
import { swaps } from '../table.ts';
import { addSwap, mustAsk } from './make-swap.ts';
import { deleteSwap } from './settle-swap.ts';

type SwapDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'mail'>;
type LineToSwap = SwapOnDay['lines'][number];

/** So long the letters wait, for whoever sees at once that it was the wrong flower. */
const HELD_SECONDS = 60;

/**
 * A flower is replaced in all these lines at once, or in none of them. Buyers who want to be asked first are asked: these tickets
 * wait. A line that has not the stems any more that the page showed refuses all of it, unless this very swap was made before:
 * the same press come again changes nothing.
 */
export async function swapOnDay(deps: SwapDeps, by: DoneBy, wanted: SwapOnDay): Promise<SwappedOnDay> {
  return deps.db.transaction(async (tx) => {
    const done: SwappedOnDay = { swapped: [], asked: [] };
    // One moment for all of them: by it the page knows what was swapped at once.
    const further = { at: deps.clock.now(), heldSeconds: HELD_SECONDS };
    for (const order of await lockAll(deps, tx, wanted.lines)) {
      const asks = mustAsk(order);
      for (const line of wanted.lines.filter((each) => each.order === order.id)) {
        const { flower, instead, tell } = wanted;
        const swap = { item: line.item, count: line.count, flower, instead, ask: asks, tell };
        if (await isStillToDo(tx, line, swap)) await addSwap(deps, tx, by, order, swap, further);
      }
      (asks ? done.asked : done.swapped).push(order.id);
    }
    return done;
  });
}

async function lockAll({ clock }: SwapDeps, tx: Transaction, lines: LineToSwap[]): Promise<OrderRow[]> {
  const ids = [...new Set(lines.map(({ order }) => order))];
  const locked = await lockOrders(tx, ids);
  const unknown = ids.find((id) => !locked.some((order) => order.id === id));
  if (unknown !== undefined) throw new NotFound(`There is no order ${unknown}.`);
  const gone = locked.find(({ stage }) => stage !== 'to tie');
  if (gone) throw new Conflict(`${await describeStage(tx, gone, clock.now())} Nothing was swapped.`);
  return locked;
}

/** False if this swap is there already. */
async function isStillToDo(
  tx: Transaction,
  { order, item, from, count }: LineToSwap,
  { flower, instead }: { flower: string; instead: string },
): Promise<boolean> {
  const [line] = await tx.select({ stems: orderItems.stems }).from(orderItems).where(eq(orderItems.id, item));
  const made = (await tx.select().from(swaps).where(eq(swaps.itemId, item))).filter((each) => each.flower === flower);
  const inRecipe = (line?.stems ?? [])
    .filter((stem) => stem.flower === flower)
    .reduce((sum, stem) => sum + stem.count, 0);
  const left = inRecipe - made.reduce((sum, swap) => sum + swap.count, 0);
  if (left === from) return true;
  if (left === from - count && made.some((swap) => swap.instead === instead && swap.count === count)) return false;
  throw new Conflict(`Order ${order} has changed meanwhile. Nothing was swapped.`);
}

/** The flowers were found, or another goes in: all these swaps are gone, or none. Their unsent letters are never sent. */
export async function takeBackSwaps(deps: SwapDeps, by: DoneBy, ids: readonly number[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const of = await tx
      .select({ order: swaps.orderId })
      .from(swaps)
      .where(inArray(swaps.id, [...ids]));
    const locked = await lockOrders(tx, [...new Set(of.map(({ order }) => order))]);
    const gone = locked.find(({ stage }) => stage !== 'to tie');
    const now = deps.clock.now();
    if (gone) throw new Conflict(`${await describeStage(tx, gone, now)} Nothing was taken back.`);
    // Read again under the locks: somebody else may have withdrawn one. What is gone already is as it should be.
    for (const swap of await tx
      .select()
      .from(swaps)
      .where(inArray(swaps.id, [...ids])))
      await recordEvent(tx, swap.orderId, { at: now, ...by, ...(await deleteSwap(deps, tx, swap)) });
  });
}
