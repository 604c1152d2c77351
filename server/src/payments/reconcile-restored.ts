import { inArray } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { findInstallation } from '../installation/find-installation.ts';
import { findUnreconciled, markReconciled } from '../installation/standby.ts';
import { findPayment } from './find-payment.ts';
import { earliestRemembered, listEvents } from './list-events.ts';
import { goneFrom, toUnknownCapture } from './list-unknown-captures.ts';
import type { ProviderEvent } from './paypal-answers.ts';
import { storeEvent } from './receive-webhook.ts';
import { payments } from './table.ts';

/** Clocks differ, and what was under way when the backup was taken ended a little later. */
const MARGIN_MS = 10 * 60_000;

/**
 * After a restore the shop has forgotten what happened since the backup, and PayPal has not. Once it has taken over,
 * everything PayPal told since is looked into again, and every payment whose end was open is looked at. Payments that the
 * backup knows are brought to their end; the florist is told of money for orders that are lost, and none of it is moved.
 */
export async function reconcileRestored(deps: Deps): Promise<void> {
  const { clock, db } = deps;
  const restore = await findUnreconciled(db);
  if (!restore) return;
  const now = clock.now();
  const since = Math.max(restore.takenAt.getTime() - MARGIN_MS, earliestRemembered(now).getTime());
  const failures: unknown[] = [];
  const events = await listEvents(deps, new Date(since), now);
  for (const event of events) {
    await follow(deps, event, events).catch((error) => failures.push(error));
  }
  await db
    .update(payments)
    .set({ lookAgainAt: now, looks: 0, leaseUntil: null })
    .where(
      inArray(payments.state, ['created', 'capturing', 'unknown', 'pending', 'refunding', 'superseded', 'declined']),
    );
  // Some could not be kept: all of them are, once more, a minute later. What was done is not done twice.
  if (failures.length > 0) throw failures[0];
  await markReconciled(db, restore.id, now);
}

/** Events of lost orders other than money that was taken tell nothing that anyone could act on. */
async function follow(deps: Deps, event: ProviderEvent, events: readonly ProviderEvent[]): Promise<void> {
  if (await findPayment(deps, event)) return storeEvent(deps, event);
  const capture = toUnknownCapture(event, await findInstallation(deps.db));
  if (capture && capture.pence > goneFrom(events, capture.captureId)) await storeEvent(deps, event);
}
