import { formatDay } from '#contract/delivery.ts';
import { type DeliveryRules, surchargePenceOf } from '#contract/delivery-rules.ts';
import type { Deps } from '#server/deps.ts';
import { penceOf } from '#server/features/orders/list-sums.ts';
import type { Purchase } from '#server/features/orders/paid/read-purchase.ts';
import { BY_SHOP } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import type { PaymentRow, RefundRow } from '../table.ts';
import { listRefunds, penceTaken } from './list-refunds.ts';
import { addIntent } from './start-refund.ts';

type Moved = { day: string; insteadOf: string; rules: DeliveryRules };

/**
 * Gives back what was paid for a day that the flowers do not come on, less the surcharge of the day that they come on. A dearer
 * day costs nothing more. The intent is committed with the outcome of the capture; the job and the sweeper ask PayPal. The
 * payment must be captured and locked. Returns how much goes back.
 */
export async function refundSurcharge(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  tx: Transaction,
  payment: PaymentRow,
  { sums }: Pick<Purchase, 'sums'>,
  { day, insteadOf, rules }: Moved,
): Promise<number> {
  const rows = await listRefunds(tx, payment.id);
  const paidTooMuch = surchargeLeft(sums, rows) - surchargePenceOf(day, rules);
  if (paidTooMuch <= 0) return 0;
  // Somebody may have refunded at PayPal before we knew of the capture.
  const left = payment.amountPence - penceTaken(rows);
  const amountPence = Math.min(paidTooMuch, left);
  if (amountPence <= 0) return 0;
  const reason = `You paid for delivery on ${formatDay(insteadOf)}. Your flowers come on ${formatDay(day)}, which costs less.`;
  await addIntent(deps, tx, payment, { amountPence, reason, ...BY_SHOP });
  return amountPence;
}

/** What was paid for the day, less what went back for it: of an order's money nothing else goes back by itself. */
export const surchargeLeft = (sums: Purchase['sums'], rows: readonly RefundRow[]): number =>
  penceOf(sums, 'surcharge') - penceTaken(rows.filter(({ actor }) => actor === 'shop'));
