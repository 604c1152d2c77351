import { toPounds } from '#contract/money.ts';
import { users } from '../accounts/table.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { findNumber } from '../orders/find-number.ts';
import { linkToOrder } from '../orders/link-to-order.ts';
import { listLines } from '../orders/list-lines.ts';
import { listSums } from '../orders/list-sums.ts';
import type { OrderRow } from '../orders/table.ts';
import { toOrderInLetter } from '../orders/to-order-in-letter.ts';
import { listRefunds, penceDone } from './list-refunds.ts';
import type { LockedPayment } from './lock-payment.ts';
import type { PaymentRow, RefundRow } from './table.ts';

type LetterDeps = Pick<Deps, 'config' | 'mail'>;

/** Undefined for someone whose account is gone. */
async function findBuyer(tx: Transaction, userId: number | null) {
  if (userId === null) return undefined;
  const [buyer] = await tx.select().from(users).where(eq(users.id, userId));
  return buyer;
}

/**
 * Tells the buyer that money has gone back, in the transaction that records it. Of a cancelled order there is one letter,
 * when the last of its money has gone back.
 */
export async function postRefundLetter(
  deps: LetterDeps,
  tx: Transaction,
  { payment, order }: LockedPayment,
  { amountPence, reason }: Pick<RefundRow, 'amountPence' | 'reason'>,
): Promise<void> {
  const buyer = await findBuyer(tx, order?.userId ?? null);
  if (!order || !buyer) return;
  const refundedPence = penceDone(await listRefunds(tx, payment.id));
  if (order.stage === 'cancelled' && refundedPence >= payment.amountPence)
    return postOrderCancelled(deps, tx, order, { refundedPence, reason });
  const { email: to, firstName, id } = buyer;
  const letter = {
    ...({ kind: 'order-refunded', to, firstName, orderId: order.id, reason } as const),
    amount: toPounds(amountPence),
    paid: toPounds(payment.amountPence),
    left: toPounds(payment.amountPence - refundedPence),
    link: linkToOrder(deps.config, order.id),
  };
  await deps.mail.post(tx, letter, id);
}

/** Tells the buyer that the flowers do not come, and that the money has gone back. */
export async function postOrderCancelled(
  { config, mail }: LetterDeps,
  tx: Transaction,
  order: OrderRow,
  { refundedPence, reason }: { refundedPence: number; reason: string },
): Promise<void> {
  const buyer = await findBuyer(tx, order.userId);
  if (!buyer) return;
  const { email: to, firstName, id } = buyer;
  const told = toOrderInLetter(order, await listLines(tx, [order.id]), await listSums(tx, order.id), 'buyer');
  const [amount, link] = [toPounds(refundedPence), linkToOrder(config, order.id)];
  await mail.post(tx, { kind: 'order-cancelled', to, firstName, order: told, amount, reason, link }, id);
}

/** Tells the florist that PayPal did not make a refund: nobody else would know. */
export async function postRefundFailed(
  { config, mail }: LetterDeps,
  tx: Transaction,
  { refund, orderId, issue, isCancelled }: { refund: RefundRow; orderId: number; issue: string; isCancelled: boolean },
): Promise<void> {
  const amount = toPounds(refund.amountPence);
  await mail.post(tx, {
    ...{ kind: 'refund-failed', to: config.shopEmail, firstName: '', orderId, amount, issue, isCancelled },
  });
}

/** Tells the buyer that money which belonged to no order has gone back. */
export async function postMoneyReturned(
  { mail }: Pick<Deps, 'mail'>,
  tx: Transaction,
  { orderId, amountPence }: PaymentRow,
): Promise<void> {
  const number = await findNumber(tx, orderId);
  const buyer = await findBuyer(tx, number?.userId ?? null);
  if (!number || !buyer) return;
  const { id, email: to, firstName } = buyer;
  const [amount, isPaidFor] = [toPounds(amountPence), number.is === 'paid'];
  await mail.post(tx, { kind: 'money-returned', to, firstName, amount, isPaidFor }, id);
}

/** Tells the buyer that a payment which PayPal kept pending came to nothing, in the transaction that records it. */
export async function postPaymentRefused(
  { config, mail }: LetterDeps,
  tx: Transaction,
  { amountPence }: PaymentRow,
  order: OrderRow,
): Promise<void> {
  const buyer = await findBuyer(tx, order.userId);
  if (!buyer) return;
  const { id, email: to, firstName } = buyer;
  const link = `${config.publicUrl}/cart`;
  await mail.post(tx, { kind: 'payment-refused', to, firstName, amount: toPounds(amountPence), link }, id);
}
