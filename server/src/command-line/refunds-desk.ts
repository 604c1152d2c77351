import { formatPounds, readPounds, toPence, toPounds } from '#contract/money.ts';
import { cancelOrder } from '#server/features/payments/own-orders/cancel-order.ts';
import {
  listRefunds,
  listRefundsOfOrder,
  penceDone,
  penceTaken,
} from '#server/features/payments/refunds/list-refunds.ts';
import type { RefundOutcome } from '#server/features/payments/refunds/refund-answer.ts';
import { settleRefund } from '#server/features/payments/refunds/settle-refund.ts';
import { startRefund } from '#server/features/payments/refunds/start-refund.ts';
import { payments, type RefundRow, refunds } from '#server/features/payments/table.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { isOnStandby } from '#server/platform/installation/standby.ts';
import { type Desk, inTransaction, NotDone, writeLog } from './desk.ts';
import { printable } from './printable.ts';

const MOST_WORDS = 500;

const pounds = (pence: number): string => formatPounds(toPounds(pence));

type Wanted = { amount: string | undefined; reason: string | undefined };

/** Gives back a part of what an order was paid with, and says what came of it. */
export async function refundOrder(desk: Desk, orderId: number, wanted: Wanted): Promise<void> {
  const amountPence = readAmount(wanted.amount);
  const reason = readReason(wanted.reason);
  await requireOpenShop(desk);
  const refund = await inTransaction(desk, `order ${orderId}`, async (tx) => {
    const started = await startRefund(desk, tx, orderId, { amountPence, reason, ...desk.by });
    await writeLog(desk, tx, 'refund order', orderId, { refund: started.id, pence: amountPence });
    return started;
  });
  const outcome = await settleRefund(desk, refund.id);
  if (outcome === 'failed') throw new NotDone(await explainFailed(desk, refund, orderId));
  desk.print(`${await describeOutcome(outcome, desk, orderId, amountPence)} ${LETTER[outcome]}`);
}

/** Cancels an order that nobody has tied yet, and says what came of its money. */
export async function cancelAtDesk(desk: Desk, orderId: number, words: string | undefined): Promise<void> {
  const reason = readReason(words);
  await requireOpenShop(desk);
  const { refund } = await inTransaction(desk, `order ${orderId}`, async (tx) => {
    const cancelled = await cancelOrder(desk, tx, orderId, { reason, ...desk.by });
    await writeLog(desk, tx, 'cancel order', orderId, { refund: cancelled.refund?.id ?? null });
    return cancelled;
  });
  const done = `Order ${orderId} is cancelled.`;
  if (!refund) return desk.print(`${done} Its money had gone back already, or is on its way.`);
  const outcome = await settleRefund(desk, refund.id);
  if (outcome === 'failed')
    throw new NotDone(`${done} ${await explainFailed(desk, refund, orderId)} ${await describeLeft(desk, refund)}`);
  desk.print(`${done} ${await describeOutcome(outcome, desk, orderId, refund.amountPence)} ${LETTER[outcome]}`);
}

const LETTER = {
  done: 'The buyer gets a letter.',
  waiting: 'The shop goes on asking, and then writes to the buyer.',
} as const;

async function describeOutcome(
  outcome: Exclude<RefundOutcome, 'failed'>,
  { db }: Desk,
  orderId: number,
  pence: number,
): Promise<string> {
  if (outcome === 'waiting') return `PayPal has not confirmed yet that ${pounds(pence)} goes back.`;
  const back = penceDone(await listRefundsOfOrder(db, orderId));
  return `${pounds(pence)} of order ${orderId} was given back, ${pounds(back)} in all.`;
}

async function explainFailed({ db }: Desk, { id, amountPence }: RefundRow, orderId: number): Promise<string> {
  const [refund] = await db.select({ issue: refunds.lastIssue }).from(refunds).where(eq(refunds.id, id));
  return `PayPal did not give back ${pounds(amountPence)} of order ${orderId} (${printable(refund?.issue ?? 'UNKNOWN')}).`;
}

/** Its money may have gone back at PayPal meanwhile. */
async function describeLeft({ db }: Desk, { paymentId }: RefundRow): Promise<string> {
  const [payment] = await db.select({ pence: payments.amountPence }).from(payments).where(eq(payments.id, paymentId));
  const left = (payment?.pence ?? 0) - penceTaken(await listRefunds(db, paymentId));
  return left > 0 ? `${pounds(left)} of its money is still here.` : 'All of its money has gone back by other refunds.';
}

function readAmount(words: string | undefined): number {
  const typed = readPounds(words ?? '');
  if (typed === undefined) throw new NotDone('Say how much, in pounds: --amount 12.00. Nothing was given back.');
  if (typed === 0) throw new NotDone('A refund is of a penny or more. Nothing was given back.');
  return toPence(typed);
}

/** The buyer reads it. */
function readReason(words: string | undefined): string {
  const reason = words?.trim() ?? '';
  if (reason === '') throw new NotDone('Say why, for the buyer to read: --reason "words". Nothing was given back.');
  if (reason.length > MOST_WORDS) throw new NotDone(`That is too long: ${MOST_WORDS} characters at most.`);
  if (/\p{Cc}|\p{Cs}/u.test(reason)) throw new NotDone('The reason must be one line that can be printed.');
  return reason;
}

async function requireOpenShop({ db }: Desk): Promise<void> {
  if (await isOnStandby(db))
    throw new NotDone(
      'This is a restored copy on standby: the money may belong to orders of the shop that is open. Nothing was given back.',
    );
}
