import type { Deps } from '#server/deps.ts';
import { EXPIRES_AFTER_MS, type PaymentState, SWEPT_AFTER_END, UNSETTLED } from '#server/features/orders/states.ts';
import { and, eq, gt, inArray, lt, or, sql } from '#server/platform/database/drizzle.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { type PaymentRow, payments, webhookEvents } from '../table.ts';
import { reconcileRestored } from '../unknown-money/reconcile-restored.ts';
import { movePayments } from './move-payment.ts';
import { settlePayment } from './settle-payment.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BATCH = 50;

/** How long until the next lookup, by the number of lookups so far. */
const WAITS: Partial<Record<PaymentState, number[]>> = {
  superseded: [10 * MINUTE, HOUR, 2 * HOUR],
  declined: [10 * MINUTE, HOUR, 2 * HOUR],
  created: [10 * MINUTE, 45 * MINUTE, 90 * MINUTE, HOUR],
  capturing: [MINUTE / 4, MINUTE / 2, MINUTE, 2 * MINUTE, 5 * MINUTE],
  unknown: [MINUTE / 4, MINUTE / 2, MINUTE, 2 * MINUTE, 5 * MINUTE],
  pending: [5 * MINUTE, 15 * MINUTE, HOUR],
  refunding: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
};

/**
 * Settles every payment that is due and whose end is not known: because the buyer closed the window, an event got lost,
 * or a process died.
 */
export async function sweepPayments(deps: Deps): Promise<void> {
  await expireUnopened(deps);
  await reconcileRestored(deps).catch((error) =>
    deps.log.error({ err: describeFailure(error) }, 'What happened since the backup could not be looked up yet'),
  );
  const longAgo = new Date(deps.clock.now().getTime() - 2 * EXPIRES_AFTER_MS);
  const due = await deps.db
    .select()
    .from(payments)
    .where(
      and(
        or(
          inArray(payments.state, UNSETTLED),
          and(inArray(payments.state, SWEPT_AFTER_END), gt(payments.createdAt, longAgo)),
        ),
        lt(payments.lookAgainAt, deps.clock.now()),
        or(sql`${payments.leaseUntil} is null`, lt(payments.leaseUntil, deps.clock.now())),
      ),
    )
    // Those with money in them first.
    .orderBy(sql`${payments.state} in ('created', 'superseded', 'declined')`, payments.lookAgainAt)
    .limit(BATCH);
  for (const payment of due) {
    await sweepPayment(deps, payment).catch((error) =>
      deps.log.error({ err: describeFailure(error), payment: payment.id }, 'A payment could not be looked at'),
    );
  }
  const monthAgo = new Date(deps.clock.now().getTime() - 30 * 24 * HOUR);
  await deps.db.delete(webhookEvents).where(lt(webhookEvents.processedAt, monthAgo));
}

async function sweepPayment(deps: Deps, payment: PaymentRow): Promise<void> {
  const now = deps.clock.now();
  const waits = WAITS[payment.state] ?? [];
  const wait = waits[payment.looks] ?? waits.at(-1) ?? HOUR;
  await deps.db
    .update(payments)
    .set({ looks: payment.looks + 1, lookAgainAt: new Date(now.getTime() + wait) })
    .where(eq(payments.id, payment.id));
  await deps.faultPoint('sweeping');
  const outcome = await settlePayment(deps, payment.id);
  if (outcome === 'open' && now.getTime() - payment.createdAt.getTime() > EXPIRES_AFTER_MS) {
    await movePayments(deps.db, eq(payments.id, payment.id), { from: ['created'], to: 'expired' }, now);
  }
}

/** PayPal's response to opening them never came, so no buyer ever saw them. */
async function expireUnopened({ clock, db }: Deps): Promise<void> {
  const now = clock.now();
  const isOld = lt(payments.createdAt, new Date(now.getTime() - HOUR));
  await movePayments(db, isOld, { from: ['new'], to: 'expired' }, now);
}
