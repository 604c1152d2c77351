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
  try {
    await deps.paypal.refundCapture(captureId, `refund-stray-${captureId}`);
  } catch (error) {
    // Somebody was quicker; there is nothing left to give back, and nothing to tell.
    if (!(error instanceof PaypalRefused) || error.issue !== 'CAPTURE_FULLY_REFUNDED') throw error;
    return;
  }
  deps.log.error(
    { capture: captureId, invoice },
    'Money was taken for an order that the backup does not hold: it went back',
  );
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
      amount: toPounds(toPence(amount) ?? 0),
      takenOn: formatDay(londonDay(takenAt)),
    });
  });
}
