import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { shareRules } from '#server/features/delivery/lock-rules.ts';
import { lockOwnOrder } from '#server/features/orders/lock-order.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { type PaymentRow, payments } from '../table.ts';

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
