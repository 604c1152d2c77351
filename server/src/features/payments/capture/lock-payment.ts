import { NotFound } from '#server/errors.ts';
import { users } from '#server/features/accounts/table.ts';
import { SHARE_RULES } from '#server/features/delivery/lock-rules.ts';
import { type CartRow, carts } from '#server/features/orders/cart/table.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { type PaymentRow, payments } from '../table.ts';

/** A payment with what it is for: the cart, or the order that came of it; neither once a cart was merged or deleted. */
export type LockedPayment = { payment: PaymentRow; cart: CartRow | undefined; order: OrderRow | undefined };

/**
 * Locks a payment and its cart or order until the transaction ends. The buyer is locked first, then cart and order, then the
 * payment, as everywhere, so that there is no deadlock: an order whose payment fails may be merged into the buyer's other cart.
 * The rules of delivery are locked before all of them: whoever reads them afterwards places an order by them.
 */
export async function lockPayment(tx: Transaction, id: string): Promise<LockedPayment> {
  const [found] = await lockAllStatement(tx).execute({ id });
  // A statement does not see the order that a cart became while it waited for a lock, nor the cart that an order became.
  const { cart, agreed, payment } = found?.cart || found?.agreed ? found : await lockOneByOne(tx, id);
  if (!payment) throw new NotFound();
  return { payment, cart: cart ?? undefined, order: agreed ?? undefined };
}

const ID = sql.placeholder('id');

const selectKnown = (tx: Database | Transaction) =>
  tx
    .select({
      number: sql<number>`${payments.orderId}`.as('number'),
      userId: sql<number | null>`coalesce(${carts.userId}, ${orders.userId})`.as('user_id'),
      shared: sql`${SHARE_RULES}`.as('shared'),
    })
    .from(payments)
    .leftJoin(carts, eq(carts.id, payments.orderId))
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, ID));

/** Each part waits for the one before it, which is counted for that alone. */
const after = (part: string) => sql.raw(`(select count(*) from ${part}) >= 0`);
const NUMBER = sql.raw('(select number from known)');
const BUYER = sql.raw('(select user_id from known)');

const lockAllStatement = preparedFor((tx) => {
  const known = tx.$with('known').as(selectKnown(tx));
  const buyer = tx
    .$with('buyer')
    .as(tx.select({ id: users.id }).from(users).where(eq(users.id, BUYER)).for('no key update'));
  const cart = tx.$with('cart').as(
    tx
      .select()
      .from(carts)
      .where(and(eq(carts.id, NUMBER), after('buyer')))
      .for('update'),
  );
  const agreed = tx.$with('agreed').as(
    tx
      .select()
      .from(orders)
      .where(and(eq(orders.id, NUMBER), after('cart')))
      .for('update'),
  );
  const payment = tx.$with('payment').as(
    tx
      .select()
      .from(payments)
      .where(and(eq(payments.id, ID), after('agreed')))
      .for('update'),
  );
  return tx
    .with(known, buyer, cart, agreed, payment)
    .select()
    .from(payment)
    .leftJoin(cart, sql`true`)
    .leftJoin(agreed, sql`true`)
    .prepare('lock-payment');
});

/** The same, each statement seeing what was committed before it. */
async function lockOneByOne(tx: Transaction, id: string) {
  const [known] = await selectKnown(tx).prepare('find-payment-to-lock').execute({ id });
  if (!known) throw new NotFound();
  const { number, userId } = known;
  if (userId !== null) await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const [cart] = await tx.select().from(carts).where(eq(carts.id, number)).for('update');
  const [agreed] = await tx.select().from(orders).where(eq(orders.id, number)).for('update');
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return { cart, agreed, payment };
}
