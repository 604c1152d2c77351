import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { lockPayment } from '../capture/lock-payment.ts';
import { type ProviderEvent, readRefunded } from '../paypal/paypal-responses.ts';
import { type PaymentRow, refunds } from '../table.ts';
import { addExternalRefund, type ExternalRefund } from './add-external-refund.ts';
import { isOpen, listRefunds } from './list-refunds.ts';
import { settleRefund } from './settle-refund.ts';

/** Before an event of a refund is recorded: refunds of our own get PayPal's id, so that they are known by it. */
export async function settleOpenRefunds(deps: Deps, paymentId: string): Promise<void> {
  for (const { id } of (await listRefunds(deps.db, paymentId)).filter(isOpen)) await settleRefund(deps, id);
}

/**
 * Records an event of money that went back, once. It may tell of a refund of our own, which has its row; money that we did not
 * send becomes a row as well.
 */
export async function recordExternalRefund(
  deps: Deps,
  tx: Transaction,
  paymentId: string,
  as: ExternalRefund,
  { resource }: ProviderEvent,
): Promise<void> {
  const locked = await lockPayment(tx, paymentId);
  const providerRefundId = nameRefund(locked.payment, as, resource.id);
  const [known] = await tx.select().from(refunds).where(eq(refunds.providerRefundId, providerRefundId));
  if (known) return;
  const rows = await listRefunds(tx, paymentId);
  // It may be the event of one that PayPal has not named yet: the job comes again.
  if (as === 'refunded' && rows.some((row) => isOpen(row) && row.providerRefundId === null))
    throw new Error('A refund of our own is not settled yet.');
  await addExternalRefund(deps, tx, locked, { as, providerRefundId, told: readRefunded(resource) });
}

/** A reversal may be told with the id of its capture. */
const nameRefund = ({ id, captureId }: PaymentRow, as: ExternalRefund, told: string | undefined): string =>
  told !== undefined && told !== captureId ? told : `${as} ${captureId ?? id}`;
