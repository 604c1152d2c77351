import { formatDay, londonDay } from '#contract/delivery.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { findInstallation } from '#server/platform/installation/find-installation.ts';
import type { ProviderEvent } from '../paypal/paypal-responses.ts';
import { toUnknownCapture } from './list-unknown-captures.ts';

/**
 * Tells the florist of money that was captured for an order that this shop does not know. Nothing is refunded by
 * itself: the order may be lost with the data, or belong to the shop that this one was copied from. Money that is
 * marked as another installation's is ignored.
 */
export async function reportUnknownCapture(deps: Deps, tx: Transaction, event: ProviderEvent): Promise<void> {
  const capture = toUnknownCapture(event, await findInstallation(tx));
  if (!capture || capture.origin === 'elsewhere') return;
  const { captureId, invoice, orderId, pence, takenAt } = capture;
  deps.log.error({ capture: captureId, invoice, order: orderId }, 'Money was taken for an order that we do not know');
  await deps.mail.post(tx, {
    kind: 'stray-money',
    to: deps.config.shopEmail,
    firstName: '',
    invoice,
    captureId,
    amount: toPounds(pence),
    takenOn: formatDay(londonDay(Number.isNaN(takenAt.getTime()) ? deps.clock.now() : takenAt)),
  });
}
