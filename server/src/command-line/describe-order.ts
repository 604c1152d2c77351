import { formatDay } from '#contract/delivery.ts';
import { formatMoment } from '#contract/moments.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import { addressLines } from '#server/features/orders/letters/address-lines.ts';
import { describeTicketLine } from '#server/features/orders/letters/describe-ticket-line.ts';
import type { Line } from '#server/features/orders/list-lines.ts';
import { type Sum, totalOf } from '#server/features/orders/list-sums.ts';
import type { Reported } from '#server/features/orders/paid/find-reported.ts';
import type { RefundState } from '#server/features/orders/states.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import type { RefundRow } from '#server/features/payments/table.ts';
import { printable, printableLines } from './printable.ts';

const INDENT = '      ';

/** An order as the florist needs it: what to tie, the address, the note to print and its state. */
export function describeOrder(order: OrderRow, lines: readonly Line[], { replacedBy }: Reported): string[] {
  const address = addressLines(order.address, order.buyer ?? '', 'florist').map((line) => INDENT + printable(line));
  return [
    `Order ${order.id}, ${stateOf(order)}`,
    ...(order.replacesOrderId === null ? [] : [`  A replacement for order ${order.replacesOrderId}: nothing to pay`]),
    ...(replacedBy === null ? [] : [`  Order ${replacedBy} replaces it: not to be sent again`]),
    ...lines.map((line) => `  ${printable(describeTicketLine(line))}`),
    ...(address.length > 0 ? ['  To', ...address] : ['  The address went with the account of the buyer.']),
    ...(order.text ? ['  Note', ...printableLines(order.text, INDENT)] : ['  No gift note']),
  ];
}

/** The same with who bought it, when, for how much, and what has gone back. */
export function describeWhole(
  order: OrderRow,
  lines: readonly Line[],
  sums: readonly Sum[],
  refunds: readonly RefundRow[],
  reported: Reported,
): string[] {
  const paid = toPounds(totalOf(sums));
  return [
    ...describeOrder(order, lines, reported),
    `  For ${formatDay(order.deliveryDate as string)}`,
    `  Bought by ${printable(order.buyer ?? 'someone who has left')}, ${formatMoment(order.completedAt as Date)}, ${formatPounds(paid)}`,
    ...sums.map(({ label, pence }) => `${INDENT}${printable(label)} ${formatPounds(toPounds(pence))}`),
    ...refunds.map(describeRefund),
  ];
}

const REFUND_WORDS = {
  asked: 'is being given back',
  unclear: 'is being given back, PayPal has not confirmed yet',
  done: 'was given back',
  failed: 'was not given back',
} as const satisfies Record<RefundState, string>;

function describeRefund({ amountPence, state, changedAt, reason, who, lastIssue }: RefundRow): string {
  const why = lastIssue && state !== 'done' ? ` (${printable(lastIssue)})` : '';
  const what = `${formatPounds(toPounds(amountPence))} ${REFUND_WORDS[state]}${why}`;
  // With the buyer's account go the words.
  const words = reason === '' ? '' : `: ${printable(reason)}`;
  return `  ${formatMoment(changedAt)}: ${what}, by ${printable(who)}${words}`;
}

function stateOf({ stage, dispatchedAt, deliveredAt }: OrderRow): string {
  if (stage === 'cancelled') return 'cancelled';
  if (stage === 'not delivered') return 'not delivered';
  if (stage === 'tied') return 'tied';
  if (deliveredAt) return `delivered, ${formatMoment(deliveredAt)}`;
  if (dispatchedAt) return `dispatched, ${formatMoment(dispatchedAt)}`;
  return 'to be tied';
}
