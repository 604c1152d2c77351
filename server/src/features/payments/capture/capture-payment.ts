import type { CapturePayment, PaymentStatus } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { carts, orderNumbers } from '#server/features/orders/cart/table.ts';
import { GOES_TO } from '#server/features/orders/find-number.ts';
import { readOwn } from '#server/features/orders/history/list-orders.ts';
import { orders } from '#server/features/orders/table.ts';
import { and, eq, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { workFirst } from '#server/platform/http/limits/senders.ts';
import { payments } from '../table.ts';
import { settlePayment } from './settle-payment.ts';
import { toPaymentStatus } from './to-payment-status.ts';

/** The buyer came back from PayPal: captures the money, if it was approved, and completes the order. */
export async function capturePayment(deps: Deps, shopper: Shopper, wanted: CapturePayment): Promise<PaymentStatus> {
  await countAttempts(deps, [{ what: 'have a payment taken', who: String(shopper.userId) }]);
  const [payment] = await ownPaymentStatement(deps.db).execute({
    userId: shopper.userId,
    orderId: wanted.order_id,
    providerOrderId: wanted.paypal_order_id,
  });
  if (!payment) throw new NotFound();
  // Whoever has approved a payment does not wait behind those who only look.
  workFirst();
  const outcome = await settlePayment(deps, payment.id, { buyerIsBack: true });
  if (outcome !== 'declined' && outcome !== 'changed') return toPaymentStatus(wanted.order_id, outcome);
  const { lastIssue, deliveryDate } = payments;
  const [after] = await deps.db.select({ lastIssue, deliveryDate }).from(payments).where(eq(payments.id, payment.id));
  // The next day that is offered must have room.
  if (outcome === 'changed') await deps.delivery.renew();
  const terms = deps.delivery.terms();
  // Perhaps the code of the cart gives nothing any more.
  const [cart] = outcome === 'changed' ? await readOwn(deps.db, shopper, wanted.order_id, terms) : [];
  const facts = { payment: after, terms, codeProblem: cart?.code_problem };
  return toPaymentStatus(wanted.order_id, outcome, facts);
}

/** A payment for a number of someone's own, whatever became of the cart. */
const ownPaymentStatement = preparedFor((db) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orderNumbers, eq(orderNumbers.id, payments.orderId))
    .leftJoin(carts, eq(carts.id, GOES_TO))
    .leftJoin(orders, eq(orders.id, GOES_TO))
    .where(
      and(
        eq(payments.orderId, sql.placeholder('orderId')),
        eq(payments.providerOrderId, sql.placeholder('providerOrderId')),
        sql`coalesce(${carts.userId}, ${orders.userId}) = ${sql.placeholder('userId')}`,
      ),
    )
    .prepare('find-own-payment'),
);
