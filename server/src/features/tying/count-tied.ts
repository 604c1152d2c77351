import type { CountTied, Pressed } from '#contract/desk.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid } from '#server/errors.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { moveOrder } from '#server/features/orders/paid/move-order.ts';
import { whyNotTie } from '#server/features/orders/paid/why-not-tie.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { orderItems } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { describeStage } from './describe-stage.ts';
import { tiedCounts } from './table.ts';

/**
 * One more of a line's bouquets is tied, or one fewer. With the last of all lines the order is tied; its counts stay as they
 * were before that press, so that taking it back leaves what was there. The same press come again changes nothing.
 */
export async function countTied(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  by: DoneBy,
  orderId: number,
  { item, from, to }: CountTied,
): Promise<Pressed> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.stage !== 'to tie') throw new Conflict(await describeStage(tx, order, clock.now()));
    const waiting = await whyNotTie(tx, orderId);
    if (waiting) throw new Conflict(waiting);
    const lines = await listCounts(tx, orderId);
    const line = lines.find(({ id }) => id === item);
    if (!line) throw new Invalid({ item: ['This is not a line of the order.'] });
    if (to > line.quantity) throw new Invalid({ to: [`There are ${line.quantity} of them.`] });
    if (line.tied === to) return { order: orderId, done: false, stage: order.stage, words: null };
    const words = `${line.tied} of ${line.quantity}`;
    if (line.tied !== from) throw new Conflict(`${words} are tied already.`);
    const event = { at: clock.now(), ...by };
    if (lines.every(({ id, quantity, tied }) => (id === item ? to : tied) === quantity)) {
      const { stage } = await moveOrder(tx, order, { ...event, to: 'tied' });
      return { order: orderId, done: true, stage, words: null };
    }
    await tx
      .insert(tiedCounts)
      .values({ itemId: item, tied: to })
      .onConflictDoUpdate({ target: tiedCounts.itemId, set: { tied: to } });
    const after = `${to} of ${line.quantity} ${line.name}`;
    await recordEvent(tx, orderId, { ...event, what: 'tied', before: `${words} ${line.name}`, after });
    return { order: orderId, done: true, stage: order.stage, words: null };
  });
}

async function listCounts(tx: Transaction, orderId: number) {
  const lines = await tx
    .select({ id: orderItems.id, name: orderItems.name, quantity: orderItems.quantity, tied: tiedCounts.tied })
    .from(orderItems)
    .leftJoin(tiedCounts, eq(tiedCounts.itemId, orderItems.id))
    .where(eq(orderItems.orderId, orderId));
  return lines.map((line) => ({ ...line, tied: line.tied ?? 0 }));
}
