import type { CancelOrder, RefundOrder } from '#contract/desk-change-orders.ts';
import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, Invalid, OnStandby } from '#server/errors.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { listSums } from '#server/features/orders/list-sums.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import { findCodeKind } from '#server/features/promotions/find-code.ts';
import { doneBy, doneNow } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { isOnStandby } from '#server/platform/installation/standby.ts';
import { cancelOrder } from '../own-orders/cancel-order.ts';
import { type RefundRow, refunds } from '../table.ts';
import { toRefundParts } from './refund-parts.ts';
import { requireMayRefund } from './require-may-refund.ts';
import { settleRefund } from './settle-refund.ts';
import { lockPaidOrder, startRefund } from './start-refund.ts';

export type RefundResult = { pence: number; outcome: 'done' | 'waiting' | 'failed' | 'none' };

const pounds = (pence: number): string => formatPounds(toPounds(pence));

/**
 * Gives back all, a part or a sum of what is left of an order's money. The intent is committed before PayPal is asked. The press
 * names what was left when it was made: pressed twice, or by two people at once, the money goes back once.
 */
export async function refundAtDesk(
  deps: Deps,
  colleague: Colleague,
  orderId: number,
  wanted: RefundOrder,
): Promise<RefundResult> {
  if (await isOnStandby(deps.db)) throw new OnStandby();
  const refund = await deps.db.transaction(async (tx) => {
    const { order, payment, leftPence } = await lockPaidOrder(tx, orderId);
    requireLeft(orderId, leftPence, wanted.left);
    const amountPence = await readAmount(tx, order, wanted, leftPence);
    await requireMayRefund(deps, tx, colleague, { amountPence, takenPence: payment.amountPence - leftPence });
    const started = await startRefund(deps, tx, orderId, { amountPence, reason: wanted.words, ...doneBy(colleague) });
    const details = { refund: started.id, pence: amountPence };
    await writeDeskLog(tx, doneNow(deps, colleague), 'refund order', orderId, details);
    return started;
  });
  const outcome = await settleRefund(deps, refund.id);
  if (outcome === 'failed') throw new Conflict(await explainFailed(deps, refund));
  return { pence: refund.amountPence, outcome };
}

/** Cancels an order that nobody has tied yet, and gives back what is left of its money. */
export async function cancelByStaff(
  deps: Deps,
  colleague: Colleague,
  orderId: number,
  { words, left }: CancelOrder,
): Promise<RefundResult> {
  if (await isOnStandby(deps.db)) throw new OnStandby();
  const { refund } = await deps.db.transaction(async (tx) => {
    const { payment, leftPence } = await lockPaidOrder(tx, orderId);
    // Refuses in words what is tied or cancelled already, before it asks for a passkey.
    const cancelled = await cancelOrder(deps, tx, orderId, { reason: words, ...doneBy(colleague) });
    requireLeft(orderId, leftPence, left);
    await requireMayRefund(deps, tx, colleague, {
      amountPence: leftPence,
      takenPence: payment.amountPence - leftPence,
    });
    await writeDeskLog(tx, doneNow(deps, colleague), 'cancel order', orderId, {
      refund: cancelled.refund?.id ?? null,
    });
    return cancelled;
  });
  if (!refund) return { pence: 0, outcome: 'none' };
  return { pence: refund.amountPence, outcome: await settleRefund(deps, refund.id) };
}

function requireLeft(orderId: number, leftPence: number, seen: number): void {
  if (toPence(seen) === leftPence) return;
  throw new Conflict(
    `${pounds(leftPence)} of order ${orderId} is left now: money has gone back since you looked. Nothing more was given back.`,
  );
}

async function readAmount(tx: Transaction, order: OrderRow, wanted: RefundOrder, leftPence: number): Promise<number> {
  if (wanted.what === 'all') return leftPence;
  if (wanted.what === 'sum') return requireWithin('amount', toPence(wanted.amount), leftPence, order.id);
  const isDeliveryFree = (await findCodeKind(tx, order.promoCodeId)) === 'free delivery';
  const parts = toRefundParts(await listLines(tx, [order.id]), await listSums(tx, order.id), isDeliveryFree);
  const chosen = parts.filter(({ key }) => wanted.parts.includes(key));
  if (chosen.length < new Set(wanted.parts).size) throw new Invalid({ parts: ['This is no part of the order.'] });
  const sum = chosen.reduce((total, { pence }) => total + pence, 0);
  return requireWithin('parts', sum, leftPence, order.id);
}

function requireWithin(field: string, pence: number, leftPence: number, orderId: number): number {
  if (pence > leftPence)
    throw new Invalid({ [field]: [`That is ${pounds(pence)}; ${pounds(leftPence)} of order ${orderId} is left.`] });
  return pence;
}

async function explainFailed({ db }: Deps, { id, amountPence }: RefundRow): Promise<string> {
  const [refund] = await db.select({ issue: refunds.lastIssue }).from(refunds).where(eq(refunds.id, id));
  return `PayPal did not give back ${pounds(amountPence)} (${refund?.issue ?? 'UNKNOWN'}). It can be tried again.`;
}
