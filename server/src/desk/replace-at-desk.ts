import { formatDay } from '#contract/delivery.ts';
import type { ReplaceOrder } from '#contract/desk-change-orders.ts';
import type { OrderStage } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { users } from '#server/features/accounts/table.ts';
import { readClaimOf } from '#server/features/claims/read-claims.ts';
import { shareRules } from '#server/features/delivery/lock-rules.ts';
import { linkToChange, linkToOrder } from '#server/features/orders/letters/link-to-order.ts';
import { writeToBuyer } from '#server/features/orders/letters/write-to-buyer.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { requireInTime, takeDay } from '#server/features/orders/paid/change-order.ts';
import { replaceOrder } from '#server/features/orders/paid/replace-order.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';

type ReplaceDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'mail'>;

const WHY_NOT: Partial<Record<OrderStage, string>> = {
  'awaiting payment': 'PayPal has not confirmed its payment yet.',
  cancelled: 'It is cancelled.',
};

/** Why an order cannot be replaced, in words; null if it can. */
export async function whyNotReplace(db: Database | Transaction, order: OrderRow): Promise<string | null> {
  if (WHY_NOT[order.stage]) return WHY_NOT[order.stage] as string;
  const [made] = await db.select({ id: orders.id }).from(orders).where(eq(orders.replacesOrderId, order.id));
  if (made) return `Order ${made.id} replaces it already.`;
  if (order.address === null) return 'Its buyer has left, and nothing of them is stored.';
  const claim = await readClaimOf(db, order.id);
  return claim?.status === 'open' ? `Claim ${claim.id} waits for an answer: send new flowers there.` : null;
}

/**
 * The same flowers again for nothing, on a day that somebody chose, without a claim; the buyer gets a letter. Pressed twice, they are
 * sent once. Locks the rules of delivery, the buyer and the order.
 */
export async function replaceAtDesk(
  deps: ReplaceDeps,
  by: DoneBy,
  orderId: number,
  { delivery_date }: ReplaceOrder,
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    await shareRules(tx);
    const [found] = await tx.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
    if (!found) throw new NotFound();
    if (found.userId !== null) await tx.select().from(users).where(eq(users.id, found.userId)).for('no key update');
    const order = await lockOrder(tx, orderId);
    const why = await whyNotReplace(tx, order);
    if (why !== null) throw new Conflict(`${why} Nothing was sent.`);
    const at = deps.clock.now();
    await takeDay(tx, order, delivery_date, at);
    const replacement = await replaceOrder(deps, tx, order, { claim: null, day: delivery_date, by });
    const made = await lockOrder(tx, replacement.order);
    requireInTime(made, { ...made, collectedOn: null, deliveryDate: null }, at);
    await recordEvent(tx, orderId, { at, ...by, what: 'replaced', after: String(replacement.order) });
    await writeToBuyer(deps, tx, order, ({ to, firstName }) => ({
      kind: 'order-replaced',
      to,
      firstName,
      orderId,
      replacement: { order: replacement.order, day: formatDay(delivery_date) },
      link: linkToOrder(deps.config, replacement.order),
      changeLink: linkToChange(deps.config, replacement.order),
    }));
    return replacement.order;
  });
}
