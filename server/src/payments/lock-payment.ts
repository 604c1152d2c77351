import { users } from '../accounts/table.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import { NotFound } from '../errors.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { type OrderRow, orders } from '../orders/table.ts';
import { type PaymentRow, payments } from './table.ts';

/**
 * A payment and its order, locked until the transaction ends. The buyer is locked first and the order before the
 * payment, as everywhere, so that there is no deadlock: an order that is released may join another cart of theirs.
 */
export async function lockPayment(tx: Transaction, id: string): Promise<{ payment: PaymentRow; order: OrderRow }> {
  const [known] = await tx
    .select({ orderId: payments.orderId, userId: orders.userId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, id));
  if (!known) throw new NotFound();
  if (known.userId !== null)
    await tx.select({ id: users.id }).from(users).where(eq(users.id, known.userId)).for('no key update');
  const order = await lockOrder(tx, known.orderId);
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) throw new NotFound();
  return { payment, order };
}
