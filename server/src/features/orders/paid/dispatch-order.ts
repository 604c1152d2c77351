import type { Day } from '#contract/day.ts';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import type { DoneBy, DoneNow } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import type { HandoverInLetter } from '#server/platform/mail/order-in-letter.ts';
import { carts } from '../cart/table.ts';
import { linkToTrack } from '../letters/link-to-order.ts';
import { type LetterToBuyer, writeToBuyer } from '../letters/write-to-buyer.ts';
import { lockOrder } from '../lock-order.ts';
import { orderToken } from '../order-token.ts';
import { type OrderRow, orders } from '../table.ts';
import { closeCancelRequest } from './close-cancel-request.ts';
import { findReported, type Reported, whyNotSend } from './find-reported.ts';
import { HELD_SECONDS } from './held-dispatch.ts';
import { moveOrder } from './move-order.ts';

/** `done` is false if it was marked before; then nothing changes. */
export type Marked = { order: OrderRow; done: boolean };
type MarkDeps = Pick<Deps, 'clock' | 'config' | 'mail' | 'secrets'>;

/**
 * Records that the flowers have left, and writes to the buyer, with a link for the recipient, unless the account was deleted. The
 * letter is held for a minute, in which all of it can be taken back. What was replaced leaves no more.
 */
export async function dispatchOrder(deps: MarkDeps, tx: Transaction, orderId: number, by: DoneBy): Promise<Marked> {
  const order = await lockCompleted(tx, orderId);
  if (order.stage === 'out' || order.stage === 'delivered') return { order, done: false };
  const why = whyNotSend(order.stage, await findReported(tx, orderId));
  if (why !== null) throw new Conflict(`Order ${orderId} does not leave. ${why}`);
  const at = deps.clock.now();
  const dispatched = await moveOrder(tx, order, { ...by, to: 'out', at, change: { dispatchedAt: by.pressedAt ?? at } });
  const told = { trackLink: linkToTrack(deps, orderId), carrierNumber: order.carrierNumber };
  const write = (letter: LetterToBuyer) => ({ kind: 'order-dispatched' as const, ...told, ...letter });
  await writeToBuyer(deps, tx, dispatched, write, { heldSeconds: HELD_SECONDS });
  await closeCancelRequest(deps, tx, dispatched);
  return { order: dispatched, done: true };
}

/** The flowers have not left after all. False, and nothing is changed, if the buyer was told already. */
export async function withdrawDispatch(
  { mail }: Pick<Deps, 'mail'>,
  tx: Transaction,
  order: OrderRow,
  by: DoneNow,
): Promise<boolean> {
  if (!(await mail.withdraw(tx, 'order-dispatched', order.id, order.dispatchedAt ?? by.at))) return false;
  await moveOrder(tx, order, { ...by, to: 'tied', change: { dispatchedAt: null } });
  return true;
}

type Handover = { outcome: HandoverInLetter['outcome']; takenBy: string; hasPhoto: boolean };

/**
 * Records once that the flowers have arrived, and so have left before, and writes to the buyer, with the photo if there is one.
 * No letter says any more that they are on the way.
 */
export async function deliverOrder(
  deps: MarkDeps,
  tx: Transaction,
  orderId: number,
  by: DoneBy,
  handover?: Handover,
): Promise<Marked> {
  const order = await lockCompleted(tx, orderId);
  if (order.stage === 'delivered') return { order, done: false };
  const at = deps.clock.now();
  const arrivedAt = by.pressedAt ?? at;
  const change = { dispatchedAt: order.dispatchedAt ?? arrivedAt, deliveredAt: arrivedAt };
  // Delivered within the minute in which the letter that it has left is held: there is no need for it any more.
  if (order.dispatchedAt) await deps.mail.withdraw(tx, 'order-dispatched', orderId, order.dispatchedAt);
  // Told at the door, it is so, whatever was waited for.
  const hasLeft = handover !== undefined;
  const delivered = await moveOrder(tx, order, { ...by, to: 'delivered', at, change, hasLeft });
  const onItsDay = londonDay(at) === delivered.deliveryDate;
  const told = handover && {
    handover: {
      outcome: handover.outcome,
      takenBy: handover.takenBy,
      photoPath: handover.hasPhoto ? `/api/delivery-photos/${orderToken(deps.secrets, 'photo', orderId)}/` : null,
    },
  };
  await writeToBuyer(deps, tx, delivered, (letter) => ({ kind: 'order-delivered', onItsDay, ...told, ...letter }));
  await closeCancelRequest(deps, tx, delivered);
  return { order: delivered, done: true };
}

/** Records that nobody took the flowers in, and writes to the buyer what happens next: of what was reported, no other try. */
export async function returnOrder(
  deps: MarkDeps,
  tx: Transaction,
  order: OrderRow,
  by: DoneBy,
  { nextTry, reported }: { nextTry: 'again today' | 'another day'; reported: Reported },
): Promise<OrderRow> {
  if (order.dispatchedAt) await deps.mail.withdraw(tx, 'order-dispatched', order.id, order.dispatchedAt);
  const returned = await moveOrder(tx, order, { ...by, to: 'not delivered', at: deps.clock.now() });
  const instead =
    whyNotSend(returned.stage, reported) === null ? null : { replacement: await findReplacement(tx, reported) };
  await writeToBuyer(deps, tx, returned, (letter) => ({ kind: 'order-not-delivered', nextTry, instead, ...letter }));
  await closeCancelRequest(deps, tx, returned);
  return returned;
}

async function findReplacement(tx: Transaction, { replacedBy }: Reported) {
  if (replacedBy === null) return null;
  const [found] = await tx.select({ day: orders.deliveryDate }).from(orders).where(eq(orders.id, replacedBy));
  return { order: replacedBy, day: formatDay(found?.day as Day) };
}

/** An order that was paid for, locked. */
export async function lockCompleted(tx: Transaction, orderId: number): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId).catch((error) => explainCart(tx, orderId, error));
  if (order.status !== 'C') throw notPaid(orderId);
  return order;
}

const notPaid = (orderId: number) => new Conflict(`Order ${orderId} is still a cart: it has not been paid for.`);

async function explainCart(tx: Transaction, orderId: number, error: unknown): Promise<never> {
  const [cart] = await tx.select({ id: carts.id }).from(carts).where(eq(carts.id, orderId));
  throw cart ? notPaid(orderId) : error;
}
