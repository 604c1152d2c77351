import { and, eq, gt, inArray, lt, or, sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { describeFailure } from '../describe-failure.ts';
import { reconcileRestored } from './reconcile-restored.ts';
import { settlePayment } from './settle-payment.ts';
import { type PaymentRow, payments, webhookEvents } from './table.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The provider forgets what was not approved and captured within three hours. */
const FORGOTTEN_MS = 3.5 * HOUR;
const BATCH = 50;

/** How long until the next look, by how often it was looked at. */
const WAITS: Partial<Record<PaymentRow['state'], number[]>> = {
  // Nobody of ours captures these, but a page may do so behind our back: then the money goes back.
  superseded: [10 * MINUTE, HOUR, 2 * HOUR],
  declined: [10 * MINUTE, HOUR, 2 * HOUR],
  created: [10 * MINUTE, 45 * MINUTE, 90 * MINUTE, HOUR],
  capturing: [MINUTE / 4, MINUTE / 2, MINUTE, 2 * MINUTE, 5 * MINUTE],
  unknown: [MINUTE / 4, MINUTE / 2, MINUTE, 2 * MINUTE, 5 * MINUTE],
  pending: [5 * MINUTE, 15 * MINUTE, HOUR],
  refunding: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
};

/**
 * Looks at every payment whose end is not known and whose time to be looked at has come: those whose buyer closed the
 * window, whose events got lost, or whose process died.
 */
export async function sweepPayments(deps: Deps): Promise<void> {
  await forgetUnopened(deps);
  await reconcileRestored(deps).catch((error) =>
    deps.log.error({ err: describeFailure(error) }, 'What happened since the backup could not be looked up yet'),
  );
  const longAgo = new Date(deps.clock.now().getTime() - 2 * FORGOTTEN_MS);
  const due = await deps.db
    .select()
    .from(payments)
    .where(
      and(
        or(
          inArray(payments.state, ['created', 'capturing', 'unknown', 'pending', 'refunding']),
          and(inArray(payments.state, ['superseded', 'declined']), gt(payments.createdAt, longAgo)),
        ),
        lt(payments.lookAgainAt, deps.clock.now()),
        or(sql`${payments.leaseUntil} is null`, lt(payments.leaseUntil, deps.clock.now())),
      ),
    )
    // Those with money in them first.
    .orderBy(sql`${payments.state} in ('created', 'superseded', 'declined')`, payments.lookAgainAt)
    .limit(BATCH);
  for (const payment of due) {
    await look(deps, payment).catch((error) =>
      deps.log.error({ err: describeFailure(error), payment: payment.id }, 'A payment could not be looked at'),
    );
  }
  const monthAgo = new Date(deps.clock.now().getTime() - 30 * 24 * HOUR);
  await deps.db.delete(webhookEvents).where(lt(webhookEvents.processedAt, monthAgo));
}

async function look(deps: Deps, payment: PaymentRow): Promise<void> {
  const now = deps.clock.now();
  const waits = WAITS[payment.state] ?? [HOUR];
  const wait = waits[Math.min(payment.looks, waits.length - 1)] as number;
  await deps.db
    .update(payments)
    .set({ looks: payment.looks + 1, lookAgainAt: new Date(now.getTime() + wait) })
    .where(eq(payments.id, payment.id));
  await deps.faultPoint('sweeping');
  const outcome = await settlePayment(deps, payment.id);
  if (outcome === 'open' && now.getTime() - payment.createdAt.getTime() > FORGOTTEN_MS) {
    await deps.db
      .update(payments)
      .set({ state: 'expired', changedAt: now })
      .where(and(eq(payments.id, payment.id), eq(payments.state, 'created')));
  }
}

/** Opened by nobody: the provider's answer never came, so no buyer ever saw it. */
async function forgetUnopened({ clock, db }: Deps): Promise<void> {
  const now = clock.now();
  await db
    .update(payments)
    .set({ state: 'expired', changedAt: now })
    .where(and(eq(payments.state, 'new'), lt(payments.createdAt, new Date(now.getTime() - HOUR))));
}
