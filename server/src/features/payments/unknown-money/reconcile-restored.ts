import type { Deps } from '#server/deps.ts';
import { OPEN_REFUNDS, SWEPT_AFTER_END, UNSETTLED } from '#server/features/orders/states.ts';
import { inArray } from '#server/platform/database/drizzle.ts';
import { findInstallation } from '#server/platform/installation/find-installation.ts';
import { findUnreconciled, markReconciled } from '#server/platform/installation/standby.ts';
import type { ProviderEvent } from '../paypal/paypal-responses.ts';
import { payments, refunds } from '../table.ts';
import { findPayment } from '../webhooks/find-payment.ts';
import { earliestListed, listEvents } from '../webhooks/list-events.ts';
import { storeEvent } from '../webhooks/receive-webhook.ts';
import { refundedPence, toUnknownCapture } from './list-unknown-captures.ts';

/** PayPal's clock is not ours, and calls under way at the time of the backup ended a little later. */
const MARGIN_MS = 10 * 60_000;

/**
 * A restored shop does not know what happened after the backup; PayPal does. Once the shop has taken over, it processes
 * all events of PayPal since the backup again and makes every unsettled payment due. Payments in the backup are brought
 * to their end; the florist is told of money for orders that are lost, and none of that money is moved.
 */
export async function reconcileRestored(deps: Deps): Promise<void> {
  const { clock, db } = deps;
  const restore = await findUnreconciled(db);
  if (!restore) return;
  const now = clock.now();
  const since = Math.max(restore.takenAt.getTime() - MARGIN_MS, earliestListed(now).getTime());
  const failures: unknown[] = [];
  const events = await listEvents(deps, new Date(since), now);
  for (const event of events) {
    await storeIfUseful(deps, event, events).catch((error) => failures.push(error));
  }
  await db
    .update(payments)
    .set({ lookAgainAt: now, looks: 0, leaseUntil: null })
    .where(inArray(payments.state, [...UNSETTLED, ...SWEPT_AFTER_END]));
  await db
    .update(refunds)
    .set({ lookAgainAt: now, looks: 0, leaseUntil: null })
    .where(inArray(refunds.state, OPEN_REFUNDS));
  // An event could not be stored: all are stored again a minute later. Storing one twice changes nothing.
  if (failures.length > 0) throw failures[0];
  await markReconciled(db, restore.id, now);
}

/** Of orders that are lost, only events of captured money are stored: nobody could act on the others. */
async function storeIfUseful(deps: Deps, event: ProviderEvent, events: readonly ProviderEvent[]): Promise<void> {
  if (await findPayment(deps, event)) return storeEvent(deps, event);
  const capture = toUnknownCapture(event, await findInstallation(deps.db));
  if (capture && capture.pence > refundedPence(events, capture.captureId)) await storeEvent(deps, event);
}
