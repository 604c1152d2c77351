import type { DeskMoney } from '#contract/desk-orders.ts';
import { toPounds } from '#contract/money.ts';
import type { Role } from '#contract/roles.ts';
import { vatIn } from '#contract/vat.ts';
import type { listLines } from '#server/features/orders/list-lines.ts';
import { listSums, toOrderSums, totalOf } from '#server/features/orders/list-sums.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import { listRefundsOfOrder, penceDone, penceTaken } from '#server/features/payments/refunds/list-refunds.ts';
import { toRefundParts } from '#server/features/payments/refunds/refund-parts.ts';
import { payments } from '#server/features/payments/table.ts';
import { findCodeKind } from '#server/features/promotions/find-code.ts';
import { toDoneBy } from '#server/features/staff/done-by.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { desc, eq } from '#server/platform/database/drizzle.ts';

/** The money of an order, for somebody in these roles. */
export async function showMoney(
  db: Database,
  order: OrderRow,
  lines: Awaited<ReturnType<typeof listLines>>,
  roles: readonly Role[],
  limit: number,
): Promise<DeskMoney> {
  const [sums, tries, refunds, codeKind] = await Promise.all([
    listSums(db, order.id),
    db.select().from(payments).where(eq(payments.orderId, order.id)).orderBy(desc(payments.createdAt)),
    listRefundsOfOrder(db, order.id),
    findCodeKind(db, order.promoCodeId),
  ]);
  const captured = tries.find(({ state }) => state === 'captured');
  const paid = captured?.amountPence ?? 0;
  const taken = penceTaken(refunds);
  const left = Math.max(0, paid - taken);
  const small = Math.max(0, Math.min(left, limit - taken));
  return {
    sums: toOrderSums(sums),
    paid: toPounds(paid || totalOf(sums)),
    vat: captured && order.vatPercent !== null ? toPounds(vatIn(paid, order.vatPercent)) : null,
    fee: toFee(captured?.feePence, refunds),
    payments: tries.map(({ state, amountPence, invoice, captureId, lastIssue, changedAt }) => ({
      state,
      invoice,
      amount: toPounds(amountPence),
      capture_id: captureId,
      issue: lastIssue,
      changed_at: changedAt.toISOString(),
    })),
    refunds: refunds.map(({ id, amountPence, state, reason, changedAt, providerRefundId, lastIssue, ...row }) => ({
      id,
      state,
      reason,
      ...toDoneBy(row),
      amount: toPounds(amountPence),
      at: changedAt.toISOString(),
      paypal_id: providerRefundId,
      issue: state === 'done' ? null : lastIssue,
    })),
    back: toPounds(penceDone(refunds)),
    on_its_way: toPounds(taken - penceDone(refunds)),
    left: toPounds(left),
    most_here: toPounds(roles.includes('owner') ? left : small),
    confirm_above: toPounds(small),
    parts: toRefundParts(lines, sums, codeKind === 'free delivery').map(({ key, label, pence }) => ({
      key,
      label,
      amount: toPounds(pence),
    })),
  };
}

/** What PayPal kept of the payment, less what it gave back of that with refunds. Null until it has said. */
function toFee(kept: number | null | undefined, refunds: Awaited<ReturnType<typeof listRefundsOfOrder>>) {
  if (kept === null || kept === undefined) return null;
  return toPounds(refunds.reduce((fee, { feeBackPence }) => fee - (feeBackPence ?? 0), kept));
}
