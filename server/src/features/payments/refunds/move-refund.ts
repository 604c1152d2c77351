import { type RefundState, requireRefundMove } from '#server/features/orders/states.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { type RefundRow, refunds } from '../table.ts';

type PaypalFigures = Partial<Pick<RefundRow, 'toldPence' | 'feeBackPence'>>;
type NewRefund = DoneBy &
  Pick<RefundRow, 'paymentId' | 'amountPence' | 'reason'> &
  PaypalFigures &
  ({ state: 'asked' } | { state: 'done'; providerRefundId: string });
type Change = PaypalFigures & Partial<Pick<RefundRow, 'amountPence' | 'providerRefundId' | 'lastIssue'>>;

/** Adds a refund: one that is to be made, or one that was made at PayPal itself. Its payment must be locked. */
export async function addRefund(tx: Transaction, refund: NewRefund, now: Date): Promise<RefundRow> {
  const [added] = await tx
    .insert(refunds)
    .values({ ...refund, lookAgainAt: now, createdAt: now, changedAt: now })
    .returning();
  return added as RefundRow;
}

/** Moves a refund that is locked. Throws at a move that is not listed. */
export async function moveLockedRefund(
  tx: Transaction,
  { id, state }: RefundRow,
  to: RefundState,
  now: Date,
  change: Change = {},
): Promise<RefundRow> {
  requireRefundMove(state, to);
  const [moved] = await tx
    .update(refunds)
    .set({ ...change, state: to, changedAt: now })
    .where(eq(refunds.id, id))
    .returning();
  return moved as RefundRow;
}
