import { formatDay } from '#contract/delivery.ts';
import { toPounds } from '#contract/money.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { orders } from '../orders/table.ts';
import { toPence } from './paypal-answers.ts';
import { type PaymentRow, payments } from './table.ts';

export type ExternalRefund = NonNullable<PaymentRow['leftAs']>;

/**
 * Money that paid for an order has left again, by a person's hand at PayPal or by the buyer's bank. It is written down and the
 * florist is told; the order is not touched, because whether the flowers still go out is for a person to say. Refunds of
 * our own are of payments that never completed an order.
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
