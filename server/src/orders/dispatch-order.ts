import { londonDay } from '#contract/delivery.ts';
import { users } from '../accounts/table.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import type { Letter, OrderInLetter } from '../mail/letter.ts';
import { linkToOrder } from './link-to-order.ts';
import { listLines } from './list-lines.ts';
import { lockOrder } from './lock-order.ts';
import { type OrderRow, orders } from './table.ts';
import { toOrderInLetter } from './to-order-in-letter.ts';

/** `done` is false if it was marked before; then nothing changes. */
export type Marked = { order: OrderRow; done: boolean };

/** Records once that the flowers have left, and writes to the buyer unless their account was deleted. */
export async function dispatchOrder(
  deps: Pick<Deps, 'clock' | 'config' | 'mail'>,
  tx: Transaction,
  orderId: number,
): Promise<Marked> {
  const order = await lockCompleted(tx, orderId);
  if (order.dispatchedAt) return { order, done: false };
  const dispatched = await mark(tx, orderId, { dispatchedAt: deps.clock.now() });
  await writeToBuyer(deps, tx, dispatched, (letter) => ({ kind: 'order-dispatched', ...letter }));
  return { order: dispatched, done: true };
}

/**
 * Records once that the flowers have arrived, and so have left before, and writes to the buyer. No letter says any more
 * that they are on the way.
 */
export async function deliverOrder(
  deps: Pick<Deps, 'clock' | 'config' | 'mail'>,
  tx: Transaction,
  orderId: number,
): Promise<Marked> {
  const order = await lockCompleted(tx, orderId);
  if (order.deliveredAt) return { order, done: false };
  const now = deps.clock.now();
  const delivered = await mark(tx, orderId, { dispatchedAt: order.dispatchedAt ?? now, deliveredAt: now });
  const onItsDay = londonDay(now) === delivered.deliveryDate;
  await writeToBuyer(deps, tx, delivered, (letter) => ({ kind: 'order-delivered', onItsDay, ...letter }));
  return { order: delivered, done: true };
}

async function lockCompleted(tx: Transaction, orderId: number): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (order.status !== 'C') throw new Conflict(`Order ${orderId} is still a cart: it has not been paid for.`);
  return order;
}

type Change = Partial<Pick<OrderRow, 'dispatchedAt' | 'deliveredAt'>>;

async function mark(tx: Transaction, orderId: number, change: Change): Promise<OrderRow> {
  const [order] = await tx.update(orders).set(change).where(eq(orders.id, orderId)).returning();
  // The row is locked, so it is there.
  return order as OrderRow;
}

type LetterToBuyer = { to: string; firstName: string; order: OrderInLetter; link: string };

async function writeToBuyer(
  { config, mail }: Pick<Deps, 'config' | 'mail'>,
  tx: Transaction,
  order: OrderRow,
  write: (letter: LetterToBuyer) => Letter,
): Promise<void> {
  if (order.userId === null) return;
  const [buyer] = await tx.select().from(users).where(eq(users.id, order.userId));
  if (!buyer) return;
  const { email: to, firstName, id } = buyer;
  const link = linkToOrder(config, order.id);
  const orderInLetter = toOrderInLetter(order, await listLines(tx, [order.id]), 'buyer');
  await mail.post(tx, write({ to, firstName, order: orderInLetter, link }), id);
}
