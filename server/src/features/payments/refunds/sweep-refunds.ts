import type { Deps } from '#server/deps.ts';
import { OPEN_REFUNDS } from '#server/features/orders/states.ts';
import { and, eq, inArray, lt, or, sql } from '#server/platform/database/drizzle.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { type RefundRow, refunds } from '../table.ts';
import { settleRefund } from './settle-refund.ts';

const MINUTE = 60_000;
const BATCH = 50;
/** How long until PayPal is asked again, by how often it was. */
const WAITS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];

/** Settles every refund that is due and whose end is not known: because a response got lost, or a process died. */
export async function sweepRefunds(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const due = await deps.db
    .select()
    .from(refunds)
    .where(
      and(
        inArray(refunds.state, OPEN_REFUNDS),
        lt(refunds.lookAgainAt, now),
        or(sql`${refunds.leaseUntil} is null`, lt(refunds.leaseUntil, now)),
      ),
    )
    .orderBy(refunds.lookAgainAt)
    .limit(BATCH);
  for (const refund of due) {
    await sweepRefund(deps, refund).catch((error) =>
      deps.log.error({ err: describeFailure(error), refund: refund.id }, 'A refund could not be looked at'),
    );
  }
}

async function sweepRefund(deps: Deps, { id, looks }: RefundRow): Promise<void> {
  const wait = WAITS[looks] ?? (WAITS.at(-1) as number);
  const lookAgainAt = new Date(deps.clock.now().getTime() + wait);
  await deps.db
    .update(refunds)
    .set({ looks: looks + 1, lookAgainAt })
    .where(eq(refunds.id, id));
  await settleRefund(deps, id);
}
