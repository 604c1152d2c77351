import type { Transaction } from '#server/platform/database/connect.ts';
import { inArray } from '#server/platform/database/drizzle.ts';
import type { LockedPayment } from '../capture/lock-payment.ts';
import { type ProviderRefund, readRefunded } from '../paypal/paypal-responses.ts';
import { refunds } from '../table.ts';
import { addExternalRefund } from './add-external-refund.ts';
import { isOpen, listRefunds } from './list-refunds.ts';
import type { RefundDeps } from './refund-answer.ts';

/**
 * Makes rows of refunds that PayPal shows and that have none yet; their events may come later and then find them. One that
 * carries the id of an open refund of our own is that one. The payment must be locked.
 */
export async function recordProviderRefunds(
  deps: Pick<RefundDeps, 'clock' | 'config' | 'log' | 'mail'>,
  tx: Transaction,
  locked: LockedPayment,
  made: readonly ProviderRefund[],
): Promise<void> {
  const open = (await listRefunds(tx, locked.payment.id)).filter(isOpen).map(({ id }) => id);
  const completed = made.filter(
    ({ status, custom_id }) => status === 'COMPLETED' && !(custom_id !== undefined && open.includes(custom_id)),
  );
  if (completed.length === 0) return;
  const ids = completed.map(({ id }) => id);
  const rows = await tx
    .select({ id: refunds.providerRefundId })
    .from(refunds)
    .where(inArray(refunds.providerRefundId, ids));
  for (const refund of completed) {
    const { id: providerRefundId } = refund;
    const told = readRefunded(refund);
    if (!told.toldPence || rows.some(({ id }) => id === providerRefundId)) continue;
    await addExternalRefund(deps, tx, locked, { as: 'refunded', providerRefundId, told });
  }
}
