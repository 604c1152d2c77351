import type { Transaction } from '../database/connect.ts';
import { inArray } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { addRefund } from './move-refund.ts';
import { type ProviderRefund, toPence } from './paypal-responses.ts';
import { type PaymentRow, refunds } from './table.ts';

export const AT_PAYPAL = 'Refunded at PayPal';

/** Makes rows of refunds that PayPal shows and that have none yet. The payment must be locked. */
export async function recordProviderRefunds(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  { id: paymentId }: PaymentRow,
  made: readonly ProviderRefund[],
): Promise<void> {
  const completed = made.filter(({ status }) => status === 'COMPLETED');
  if (completed.length === 0) return;
  const ids = completed.map(({ id }) => id);
  const rows = await tx
    .select({ id: refunds.providerRefundId })
    .from(refunds)
    .where(inArray(refunds.providerRefundId, ids));
  for (const { id, amount } of completed) {
    const amountPence = toPence(amount);
    if (!amountPence || rows.some((row) => row.id === id)) continue;
    const refund = { paymentId, amountPence, reason: AT_PAYPAL, who: 'PayPal', providerRefundId: id } as const;
    await addRefund(tx, { ...refund, state: 'done' }, clock.now());
  }
}
