import { formatDay } from '#contract/delivery.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import type { Line } from '../orders/list-lines.ts';
import { type OrderRow, orders } from '../orders/table.ts';
import { listRefundsOfOrder } from '../payments/list-refunds.ts';

/** Why the florist has to decide, in words for her; undefined if the flowers are replaced at once. */
export async function manualReviewReason(
  tx: Database | Transaction,
  order: OrderRow,
  lines: readonly Line[],
  onTheDay: boolean,
): Promise<string | undefined> {
  // A completed order has a day.
  if (!onTheDay) return `It was reported after that day, ${formatDay(order.deliveryDate as string)}.`;
  // Otherwise one photo a day would bring flowers for ever.
  if (order.replacesOrderId !== null) return `They were themselves a replacement, for order ${order.replacesOrderId}.`;
  const [made] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.replacesOrderId, order.id));
  if (made) return `Order ${made.id} replaces it already.`;
  const wanted = lines.flatMap((line) => [line, ...line.extras]);
  const gone = wanted.filter(({ availability }) => availability !== 'on_sale').map(({ name }) => name);
  if (gone.length > 0) return `Not on sale now, so nothing was sent by itself: ${gone.join(', ')}.`;
  if ((await listRefundsOfOrder(tx, order.id)).some(({ state }) => state !== 'failed'))
    return 'The money of this order has left us again, so nothing was sent by itself.';
  return undefined;
}
