import { londonDay } from '#contract/delivery.ts';
import { users } from '../accounts/table.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import type { Letter, OrderInLetter } from '../mail/letter.ts';
import { linkToOrder } from './link-to-order.ts';
import { listLines } from './list-lines.ts';
import { listSums } from './list-sums.ts';
import { lockOrder } from './lock-order.ts';
import { moveOrder } from './move-order.ts';
import { carts, type OrderRow } from './table.ts';
import { toOrderInLetter } from './to-order-in-letter.ts';

/** `done` is false if it was marked before; then nothing changes. */
export type Marked = { order: OrderRow; done: boolean };

/** Records once that the flowers have left, and writes to the buyer unless their account was deleted. */
export async function dispatchOrder(
  deps: Pick<Deps, 'clock' | 'config' | 'mail'>,
  tx: Transaction,
  orderId: number,
  who: string,
): Promise<Marked> {
  const order = await lockCompleted(tx, orderId);
  if (order.dispatchedAt) return { order, done: false };
  const at = deps.clock.now();
  const dispatched = await moveOrder(tx, order, { to: 'out', at, who, change: { dispatchedAt: at } });
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
  who: string,
): Promise<Marked> {
  const order = await lockCompleted(tx, orderId);
  if (order.deliveredAt) return { order, done: false };
  const at = deps.clock.now();
  const change = { dispatchedAt: order.dispatchedAt ?? at, deliveredAt: at };
  const delivered = await moveOrder(tx, order, { to: 'delivered', at, who, change });
  const onItsDay = londonDay(at) === delivered.deliveryDate;
  await writeToBuyer(deps, tx, delivered, (letter) => ({ kind: 'order-delivered', onItsDay, ...letter }));
  return { order: delivered, done: true };
}

async function lockCompleted(tx: Transaction, orderId: number): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId).catch((error) => explainCart(tx, orderId, error));
  if (order.status !== 'C') throw notPaid(orderId);
  return order;
}

const notPaid = (orderId: number) => new Conflict(`Order ${orderId} is still a cart: it has not been paid for.`);

async function explainCart(tx: Transaction, orderId: number, error: unknown): Promise<never> {
  const [cart] = await tx.select({ id: carts.id }).from(carts).where(eq(carts.id, orderId));
  throw cart ? notPaid(orderId) : error;
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
  const told = toOrderInLetter(order, await listLines(tx, [order.id]), await listSums(tx, order.id), 'buyer');
  await mail.post(tx, write({ to, firstName, order: told, link }), id);
}
