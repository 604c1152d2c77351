import type { RefundForClaim } from '#contract/desk-claims.ts';
import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid, OnStandby } from '#server/errors.ts';
import { requireMayRefund } from '#server/features/payments/refunds/require-may-refund.ts';
import { settleRefund } from '#server/features/payments/refunds/settle-refund.ts';
import { startRefund } from '#server/features/payments/refunds/start-refund.ts';
import { type RefundRow, refunds } from '#server/features/payments/table.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { isOnStandby } from '#server/platform/installation/standby.ts';
import { closeRefundedClaim, lockClaim } from './answer-claim.ts';
import { describeAnswered } from './describe-answered.ts';
import { findRefundable, requireNoRefundSince } from './find-refundable.ts';

const pounds = (pence: number): string => formatPounds(toPounds(pence));

/**
 * Gives back a part of the money for a claim that waits, or all of it, and closes the claim. The intent is committed before PayPal
 * is asked; a claim whose refund PayPal refuses goes on waiting. Pressed twice, the money goes back once.
 */
export async function refundForClaim(
  deps: Deps,
  colleague: Colleague,
  claimId: number,
  { amount, words }: RefundForClaim,
): Promise<'done' | 'waiting'> {
  if (await isOnStandby(deps.db)) throw new OnStandby();
  const pence = toPence(amount);
  const refund = await deps.db.transaction((tx) => beginRefund(deps, tx, colleague, claimId, pence, words));
  const outcome = await settleRefund(deps, refund.id);
  if (outcome === 'failed') throw new Conflict(await explainFailed(deps, refund));
  await deps.db.transaction((tx) => closeRefundedClaim(deps, tx, doneBy(colleague), claimId, words));
  return outcome;
}

async function beginRefund(
  deps: Deps,
  tx: Transaction,
  colleague: Colleague,
  claimId: number,
  amountPence: number,
  reason: string,
): Promise<RefundRow> {
  const { claim, order } = await lockClaim(tx, claimId);
  if (claim.status !== 'open') throw new Conflict(describeAnswered(claim));
  const refundable = await findRefundable(tx, order);
  if (!refundable) throw new Conflict(`Order ${order.id} was never paid for: there is nothing to give back.`);
  const { orderId, paidPence, takenPence } = refundable;
  requireNoRefundSince(refundable, claim);
  const left = paidPence - takenPence;
  if (amountPence > left) throw new Invalid({ amount: [`${pounds(left)} of order ${orderId} is left.`] });
  await requireMayRefund(deps, tx, colleague, { amountPence, takenPence });
  const by = doneBy(colleague);
  const refund = await startRefund(deps, tx, orderId, { amountPence, reason, ...by });
  const details = { order: orderId, refund: refund.id, pence: amountPence };
  await writeDeskLog(tx, { at: deps.clock.now(), ...by }, 'refund for claim', claimId, details);
  return refund;
}

async function explainFailed({ db }: Deps, { id, amountPence }: RefundRow): Promise<string> {
  const [refund] = await db.select({ issue: refunds.lastIssue }).from(refunds).where(eq(refunds.id, id));
  return `PayPal did not give back ${pounds(amountPence)} (${refund?.issue ?? 'UNKNOWN'}). The claim still waits.`;
}
