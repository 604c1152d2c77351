import { toPounds } from '#contract/money.ts';
import type { OrderChanges } from '#contract/own-orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import { desc, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { isReplaced } from '../orders/is-replaced.ts';
import { listSums, totalOf } from '../orders/list-sums.ts';
import { requireOwnOrder } from '../orders/require-own-order.ts';
import { orderEvents } from '../orders/table.ts';
import { listRefundsOfOrder, penceTaken } from './list-refunds.ts';
import { surchargeLeft } from './refund-surcharge.ts';
import { whyNotMove, whyNotOwnCancel, whyNotOwnChange } from './why-not-own.ts';

/** What a buyer may still change of an order, and what would come back. */
export async function findOwnChanges(deps: Deps, shopper: Shopper, orderId: number): Promise<OrderChanges> {
  const order = await requireOwnOrder(deps, shopper, orderId);
  if (order.status !== 'C') throw new NotFound();
  const { rules, now } = deps.delivery.terms();
  const [sums, rows, [last]] = await Promise.all([
    listSums(deps.db, orderId),
    listRefundsOfOrder(deps.db, orderId),
    deps.db
      .select({ id: orderEvents.id })
      .from(orderEvents)
      .where(eq(orderEvents.orderId, orderId))
      .orderBy(desc(orderEvents.id))
      .limit(1),
  ]);
  const cancel = whyNotOwnCancel(order, now, await isReplaced(deps.db, orderId));
  return {
    change: whyNotOwnChange(order, now),
    move: whyNotMove(order, rules, now),
    cancel,
    back: cancel === null ? toPounds(Math.max(0, totalOf(sums) - penceTaken(rows))) : 0,
    surcharge: toPounds(Math.max(0, surchargeLeft(sums, rows))),
    last_event: last?.id ?? 0,
  };
}
