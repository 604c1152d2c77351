import type { Shopper } from '../accounts/access-token.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import { shareRules } from '../delivery/lock-rules.ts';
import { lockOwnOrder } from '../orders/lock-order.ts';
import type { OrderRow } from '../orders/table.ts';
import { type PaymentRow, payments } from './table.ts';

/** An order of one's own with what it was paid with, locked after the rules of delivery. A replacement was never paid for. */
export async function lockOwnPaidOrder(
  tx: Transaction,
  shopper: Shopper,
  orderId: number,
): Promise<{ order: OrderRow; payment: PaymentRow | undefined }> {
  await shareRules(tx);
  const order = await lockOwnOrder(tx, shopper, orderId);
  const isPaidWith = and(eq(payments.orderId, orderId), eq(payments.state, 'captured'));
  const [payment] = await tx.select().from(payments).where(isPaidWith).for('update');
  return { order, payment };
}
