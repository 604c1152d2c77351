import { formatDay } from '#contract/delivery.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import { addressLines } from '../orders/address-lines.ts';
import type { Line } from '../orders/list-lines.ts';
import { type Sum, totalOf } from '../orders/list-sums.ts';
import type { OrderRow } from '../orders/table.ts';
import { formatMoment, printable, printableLines } from './printable.ts';

const INDENT = '      ';

/** An order as the florist needs it: what to tie, the address, the note to print and its state. */
export function describeOrder(order: OrderRow, lines: readonly Line[]): string[] {
  const address = addressLines(order.address, order.buyer ?? '', 'florist').map((line) => INDENT + printable(line));
  return [
    `Order ${order.id}, ${stateOf(order)}`,
    ...(order.replacesOrderId === null ? [] : [`  A replacement for order ${order.replacesOrderId}: nothing to pay`]),
    ...lines.map(({ quantity, name, itemCode }) => `  ${quantity} × ${printable(`${name} (${itemCode})`)}`),
    ...(address.length > 0 ? ['  To', ...address] : ['  The address went with the account of the buyer.']),
    ...(order.text ? ['  Note', ...printableLines(order.text, INDENT)] : ['  No gift note']),
  ];
}

/** The same with who bought it, when, and for how much. */
export function describeWhole(order: OrderRow, lines: readonly Line[], sums: readonly Sum[]): string[] {
  const paid = toPounds(totalOf(sums));
  return [
    ...describeOrder(order, lines),
    `  For ${formatDay(order.deliveryDate as string)}`,
    `  Bought by ${printable(order.buyer ?? 'someone who has left')}, ${formatMoment(order.completedAt as Date)}, ${formatPounds(paid)}`,
  ];
}

function stateOf({ dispatchedAt, deliveredAt }: OrderRow): string {
  if (deliveredAt) return `delivered, ${formatMoment(deliveredAt)}`;
  if (dispatchedAt) return `dispatched, ${formatMoment(dispatchedAt)}`;
  return 'to be tied';
}
