import { formatDay } from '#contract/delivery.ts';
import { formatMoment } from '#contract/moments.ts';
import { deliverOrder, dispatchOrder } from '#server/features/orders/paid/dispatch-order.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import { type Desk, inTransaction, NotDone, writeLog } from './desk.ts';

/** A transaction for each: one that fails does not stop the others. */
export async function dispatchOrders(desk: Desk, ids: number[]): Promise<void> {
  await eachOf(ids, async (id) => {
    const { order, done } = await inTransaction(desk, `order ${id}`, async (tx) => {
      const marked = await dispatchOrder(desk, tx, id, desk.by);
      if (marked.done) await writeLog(desk, tx, 'dispatch order', id);
      return marked;
    });
    if (!done) return desk.print(`Order ${id} was dispatched already, on ${formatMoment(order.dispatchedAt as Date)}.`);
    desk.print(
      `Order ${id} is dispatched, for ${dayOf(order)}. ${order.userId === null ? 'Its buyer has left.' : 'Its buyer gets a letter.'}`,
    );
  });
}

export async function deliverOrders(desk: Desk, ids: number[]): Promise<void> {
  await eachOf(ids, async (id) => {
    const { order, done } = await inTransaction(desk, `order ${id}`, async (tx) => {
      const marked = await deliverOrder(desk, tx, id, desk.by);
      if (marked.done) await writeLog(desk, tx, 'deliver order', id);
      return marked;
    });
    const deliveredAt = formatMoment(order.deliveredAt as Date);
    if (!done) return desk.print(`Order ${id} was delivered already, on ${deliveredAt}.`);
    desk.print(
      `Order ${id} is delivered. ${order.userId === null ? 'Its buyer has left.' : 'Its buyer gets a letter.'}`,
    );
  });
}

/** A completed order has a day, by a constraint of the database. */
const dayOf = ({ deliveryDate }: OrderRow): string => formatDay(deliveryDate as string);

async function eachOf(ids: number[], act: (id: number) => Promise<void>): Promise<void> {
  const problems: string[] = [];
  for (const id of ids) {
    await act(id).catch((error) => {
      if (!(error instanceof NotDone)) throw error;
      problems.push(error.message);
    });
  }
  if (problems.length > 0) throw new NotDone(problems.join('\n'));
}
