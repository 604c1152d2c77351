import { formatDay, londonDay } from '#contract/delivery.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '../deps.ts';
import { type ProviderEvent, toPence } from './paypal-answers.ts';
import { PaypalRefused } from './paypal-problems.ts';
import { webhookEvents } from './table.ts';
import { INVOICE_PREFIX } from './to-provider-order.ts';

/**
 * Gives back money that was taken for an order that a restored backup does not hold, and tells the florist, who may have tied
 * the flowers already. Money that is not from this shop is left alone.
 */
export async function returnStray(deps: Deps, event: ProviderEvent, takenAt: Date): Promise<void> {
  const { id: captureId, invoice_id: invoice, amount } = event.resource;
  const isOurs = event.event_type === 'PAYMENT.CAPTURE.COMPLETED' && invoice?.startsWith(INVOICE_PREFIX);
  if (!isOurs || !captureId) return;
  const went = await giveBack(deps, captureId);
  // Somebody was quicker; there is nothing left to give back, and nothing to tell.
  if (went === 'before') return;
  deps.log.error({ capture: captureId, invoice, went }, 'Money was taken for an order that the backup does not hold');
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const [added] = await tx
      .insert(webhookEvents)
      .values({ id: event.id, type: event.event_type, body: event, receivedAt: now, processedAt: now })
      .onConflictDoNothing()
      .returning();
    if (!added) return;
    await deps.mail.post(tx, {
      kind: 'stray-money',
      to: deps.config.shopEmail,
      firstName: '',
      invoice: invoice ?? '',
      captureId,
      wentBack: went === 'now',
      amount: toPounds(toPence(amount) ?? 0),
      takenOn: formatDay(londonDay(takenAt)),
    });
  });
}

/** What PayPal refuses is for a person; what is unclear is tried again, and counts once. */
async function giveBack({ paypal }: Deps, captureId: string): Promise<'now' | 'before' | 'not'> {
  try {
    const { status } = await paypal.refundCapture(captureId, `refund-stray-${captureId}`);
    return status === 'FAILED' || status === 'CANCELLED' ? 'not' : 'now';
  } catch (error) {
    if (!(error instanceof PaypalRefused)) throw error;
    return error.issue === 'CAPTURE_FULLY_REFUNDED' ? 'before' : 'not';
  }
}
