import { formatDay, londonDay } from '#contract/delivery.ts';
import { formatMoment } from '#contract/moments.ts';
import { readClaimOf } from '#server/features/claims/read-claims.ts';
import { carts } from '#server/features/orders/cart/table.ts';
import { LINES_OF_ORDER, listLines } from '#server/features/orders/list-lines.ts';
import { SUMS_OF_ORDER } from '#server/features/orders/list-sums.ts';
import { deliverOrder, dispatchOrder } from '#server/features/orders/paid/dispatch-order.ts';
import { findReported, listReported, type Reported } from '#server/features/orders/paid/find-reported.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import { listRefundsOfOrder } from '#server/features/payments/refunds/list-refunds.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { and, asc, eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { describeOrder, describeWhole } from './describe-order.ts';
import { type Desk, inTransaction, NotDone, writeLog } from './desk.ts';
import { readDay } from './read-value.ts';

/** Everything that is delivered on a day, done or not. */
export async function listDay({ clock, db, print }: Desk, wanted: string | undefined): Promise<void> {
  const day = wanted ?? londonDay(clock.now());
  const title = formatDay(readDay(day));
  const found = await db
    .select()
    .from(orders)
    .where(and(eq(orders.deliveryDate, day), eq(orders.status, 'C')))
    .orderBy(asc(orders.id));
  const ids = found.map(({ id }) => id);
  const lines = Map.groupBy(await listLines(db, ids), ({ orderId }) => orderId);
  const reported = await listReported(db, ids);
  const [due, cancelled] = [found.filter(({ stage }) => stage !== 'cancelled'), found.filter(isCancelled)];
  print(
    due.length === 0
      ? `${title}: nothing to deliver.`
      : `${title}: ${due.length === 1 ? '1 order' : `${due.length} orders`}`,
  );
  for (const { id } of cancelled) print(`Order ${id}, cancelled: not to be tied`);
  for (const order of due)
    print(['', ...describeOrder(order, lines.get(order.id) ?? [], reported.get(order.id) as Reported)].join('\n'));
}

export async function showOrder({ db, print }: Desk, id: number): Promise<void> {
  const { order, lines, sums } = await requireAgreed(db, id);
  const [refunds, reported] = [await listRefundsOfOrder(db, id), await findReported(db, id)];
  print(describeWhole(order, lines, sums, refunds, reported).join('\n'));
  const claim = await readClaimOf(db, id);
  if (claim) print(`  Claim ${claim.id} for damaged flowers, ${claim.status}`);
  const done = and(
    eq(deskLog.subjectId, id),
    inArray(deskLog.action, ['dispatch order', 'deliver order', 'cancel order']),
  );
  for (const { action, who, at } of await db.select().from(deskLog).where(done).orderBy(asc(deskLog.id)))
    print(`  ${formatMoment(at)}: ${action}, by ${who}`);
}

/** The order with its lines and sums. One that is not paid for is refused in words. */
async function requireAgreed(db: Desk['db'], id: number) {
  const [found] = await wholeStatement(db).execute({ id });
  if (found?.order.status === 'P') throw new NotDone(`PayPal has not confirmed the payment of order ${id} yet.`);
  if (found) return found;
  const [cart] = await db.select({ id: carts.id }).from(carts).where(eq(carts.id, id));
  throw new NotDone(cart ? `Order ${id} is still a cart: it has not been paid for.` : `There is no order ${id}.`);
}

const wholeStatement = preparedFor((db) =>
  db
    .select({ order: orders, lines: LINES_OF_ORDER, sums: SUMS_OF_ORDER })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('order-at-desk'),
);

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

const isCancelled = ({ stage }: OrderRow): boolean => stage === 'cancelled';

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
