import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import { NotFound } from '../errors.ts';
import { lockOrder } from '../orders/lock-order.ts';
import type { OrderRow } from '../orders/table.ts';
import { type PaymentRow, payments } from './table.ts';

/** A payment and its order, held still until the transaction ends; always the order first, so that nobody waits in a ring. */
export async function lockPayment(tx: Transaction, id: string): Promise<{ payment: PaymentRow; order: OrderRow }> {
  const [known] = await tx.select({ orderId: payments.orderId }).from(payments).where(eq(payments.id, id));
  if (!known) throw new NotFound();
  const order = await lockOrder(tx, known.orderId);
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  if (!payment) throw new NotFound();
  return { payment, order };
}
