import { formatDay } from '#contract/delivery.ts';
import { toPounds } from '#contract/money.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { orders } from '../orders/table.ts';
import { toPence } from './paypal-responses.ts';
import { type PaymentRow, payments } from './table.ts';

export type ExternalRefund = NonNullable<PaymentRow['leftAs']>;

/**
 * The money of a completed order went back, refunded by a person at PayPal or reversed by the buyer's bank. It is
 * recorded and the florist is told; the order is not changed, because a person decides whether the flowers still go
 * out. Our own refunds are of payments that never completed an order.
 */
export async function recordExternalRefund(
  { clock, config, log, mail }: Deps,
  tx: Transaction,
  paymentId: string,
  as: ExternalRefund,
  money: Parameters<typeof toPence>[0],
): Promise<void> {
  const [left] = await tx
    .update(payments)
    .set({ leftAs: as, leftAt: clock.now() })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'captured')))
    .returning({ orderId: payments.orderId });
  if (!left) return;
  const { orderId } = left;
  const [order] = await tx.select({ day: orders.deliveryDate }).from(orders).where(eq(orders.id, orderId));
  const pence = toPence(money);
  log.warn({ payment: paymentId, order: orderId, as }, 'Money of a completed order has left');
  await mail.post(tx, {
    kind: 'money-left',
    to: config.shopEmail,
    firstName: '',
    orderId,
    as,
    amount: pence === undefined ? null : toPounds(pence),
    day: order?.day ? formatDay(order.day) : 'no day',
  });
}
