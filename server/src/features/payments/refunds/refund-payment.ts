import type { PaymentOutcome } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import { BY_SHOP } from '#server/features/staff/done-by.ts';
import { lockPayment } from '../capture/lock-payment.ts';
import { isOpen, listRefunds } from './list-refunds.ts';
import { settleRefund } from './settle-refund.ts';
import { addIntent } from './start-refund.ts';

/** Why money that belongs to no order goes back. */
export const OF_NO_ORDER = 'Money that belonged to no order';

/** Refunds money that was taken and belongs to no order. Called again, it refunds once. */
export async function refundPayment(deps: Deps, paymentId: string): Promise<PaymentOutcome> {
  const refundId = await findOwed(deps, paymentId);
  if (!refundId) return 'returned';
  // Where it is not certain yet, or PayPal gave it up, the sweeper and the job try again.
  return (await settleRefund(deps, refundId)) === 'done' ? 'returned' : 'waiting';
}

/** The refund that is owed; after one that failed, a new one. Nothing if the money has gone back. */
async function findOwed(deps: Deps, paymentId: string): Promise<string | undefined> {
  return deps.db.transaction(async (tx) => {
    const { payment } = await lockPayment(tx, paymentId);
    if (payment.state !== 'refunding') return undefined;
    const rows = await listRefunds(tx, paymentId);
    const open = rows.find(isOpen);
    if (open) return open.id;
    // What was captured may differ from what was to be paid: the refund that failed has it.
    const { amountPence } = rows.findLast(({ actor }) => actor === 'shop') ?? payment;
    return (await addIntent(deps, tx, payment, { amountPence, reason: OF_NO_ORDER, ...BY_SHOP })).id;
  });
}
