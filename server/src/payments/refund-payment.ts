import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { PaypalRefused, PaypalUnclear } from './paypal-problems.ts';
import type { Outcome } from './record-outcome.ts';
import { type PaymentRow, payments } from './table.ts';

/** Gives back money that was taken and belongs to no order; the only code that refunds. Asked again, it refunds once. */
export async function refundPayment(
  deps: Deps,
  { id, captureId }: Pick<PaymentRow, 'id' | 'captureId'>,
): Promise<Outcome> {
  if (!captureId) throw new Error('A payment without a capture cannot be refunded.');
  await deps.at('refund intended');
  const refundId = await askForRefund(deps, id, captureId);
  await deps.at('refunded at the provider');
  if (refundId === undefined) return 'changed';
  await deps.db
    .update(payments)
    .set({ state: 'refunded', refundId, changedAt: deps.clock.now() })
    .where(and(eq(payments.id, id), eq(payments.state, 'refunding')));
  return 'changed';
}

/** Nothing if it is not certain yet: the sweeper asks again, with the same request id. */
async function askForRefund({ log, paypal }: Deps, id: string, captureId: string): Promise<string | undefined> {
  try {
    return (await paypal.refundCapture(captureId, `refund-${id}`)).id;
  } catch (error) {
    if (error instanceof PaypalRefused && error.issue === 'CAPTURE_FULLY_REFUNDED') return 'refunded elsewhere';
    if (!(error instanceof PaypalRefused) && !(error instanceof PaypalUnclear)) throw error;
    log.error({ payment: id }, `A refund is owed and could not be made yet: ${error.message}`);
    return undefined;
  }
}
