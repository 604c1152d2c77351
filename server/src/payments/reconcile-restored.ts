import { asc, eq, inArray, isNull } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { EVENTS_AT_ONCE } from './paypal.ts';
import type { ProviderEvent } from './paypal-answers.ts';
import { returnStray } from './return-stray.ts';
import { payments, restores } from './table.ts';
import { findPayment, keepEvent } from './take-webhook.ts';

const MINUTE = 60_000;
/** Clocks differ, and what was under way when the backup was taken ended a little later. */
const MARGIN_MS = 10 * MINUTE;
/** The provider remembers what it told for a month. */
const REMEMBERED_MS = 30 * 24 * 60 * MINUTE;

/**
 * After a restore the shop has forgotten what happened since the backup, and PayPal has not. Everything it told since is
 * looked into again, and every payment whose end was open is looked at. Money for an order that is lost goes back.
 */
export async function reconcileRestored(deps: Deps): Promise<void> {
  const { clock, db } = deps;
  const [restore] = await db
    .select()
    .from(restores)
    .where(isNull(restores.reconciledAt))
    .orderBy(asc(restores.id))
    .limit(1);
  if (!restore) return;
  const now = clock.now();
  const since = Math.max(restore.takenAt.getTime() - MARGIN_MS, now.getTime() - REMEMBERED_MS);
  const failures: unknown[] = [];
  for (const event of await listEventsSince(deps, new Date(since), now)) {
    await follow(deps, event, restore.takenAt).catch((error) => failures.push(error));
  }
  await db
    .update(payments)
    .set({ lookAgainAt: now, looks: 0, leaseUntil: null })
    .where(
      inArray(payments.state, ['created', 'capturing', 'unknown', 'pending', 'refunding', 'superseded', 'declined']),
    );
  // Some could not be followed: all of them are, once more, a minute later. What was done is not done twice.
  if (failures.length > 0) throw failures[0];
  await db.update(restores).set({ reconciledAt: now }).where(eq(restores.id, restore.id));
}

async function follow(deps: Deps, event: ProviderEvent, takenAt: Date): Promise<void> {
  if (await findPayment(deps, event)) await keepEvent(deps, event);
  else await returnStray(deps, event, takenAt);
}

/** The oldest first. They come in pages, each beginning where the one before ended. */
async function listEventsSince({ paypal }: Deps, since: Date, now: Date): Promise<ProviderEvent[]> {
  const found = new Map<string, ProviderEvent>();
  for (let until = now; ; ) {
    const page = await paypal.listEvents(since, until);
    for (const event of page) found.set(event.id, event);
    const oldest = Date.parse(page.at(-1)?.create_time ?? '');
    if (page.length < EVENTS_AT_ONCE) break;
    if (!(oldest < until.getTime())) throw new Error('PayPal tells of more at one moment than it lists at once.');
    until = new Date(oldest);
  }
  return [...found.values()].reverse();
}
