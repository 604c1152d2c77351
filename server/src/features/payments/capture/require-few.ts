import { Conflict } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { carts } from '#server/features/orders/cart/table.ts';
import { orders } from '#server/features/orders/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, gt, inArray } from '#server/platform/database/drizzle.ts';
import { payments } from '../table.ts';

/** Orders of one person that PayPal keeps pending: nobody honest has more. */
const MOST_UNPAID = 3;
/** Payments of one person in a month that a page took for a cart which had changed. Ours ask us first, and take none of these. */
const MOST_RETURNED = 3;
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** Each has a place on its day and a use of its code, and may come to nothing after days. */
export async function requireFewUnpaid(tx: Transaction, { userId }: Shopper): Promise<void> {
  const isUnpaid = and(eq(orders.userId, userId), eq(orders.stage, 'awaiting payment'));
  const unpaid = await tx.select({ id: orders.id }).from(orders).where(isUnpaid).limit(MOST_UNPAID);
  if (unpaid.length < MOST_UNPAID) return;
  throw new Conflict(
    `PayPal has not confirmed ${MOST_UNPAID} of your payments yet. Please wait for one of them first.`,
  );
}

/** PayPal keeps its fee of each: docs/decisions/own-orders.md. */
export async function requireFewReturned(tx: Transaction, { userId }: Shopper, now: Date): Promise<void> {
  const numbers = tx
    .select({ id: carts.id })
    .from(carts)
    .where(eq(carts.userId, userId))
    .unionAll(tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)));
  const isReturned = and(
    inArray(payments.orderId, numbers),
    inArray(payments.state, ['refunding', 'refunded']),
    gt(payments.changedAt, new Date(now.getTime() - MONTH_MS)),
  );
  const returned = await tx.select({ id: payments.id }).from(payments).where(isReturned).limit(MOST_RETURNED);
  if (returned.length < MOST_RETURNED) return;
  throw new Conflict(
    'Three of your payments went back to you this month, because the cart had changed meanwhile. Please write to us before you pay again.',
  );
}
