import { OWN_CANCELS } from '#contract/limits.ts';
import { toPounds } from '#contract/money.ts';
import type { OrderChanges } from '#contract/own-orders.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { requireOwnOrder } from '#server/features/orders/history/require-own-order.ts';
import { listSums, totalOf } from '#server/features/orders/list-sums.ts';
import { declinedIn, findCancelRequest } from '#server/features/orders/paid/find-cancel-request.ts';
import { findReported } from '#server/features/orders/paid/find-reported.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import { desc, eq } from '#server/platform/database/drizzle.ts';
import { listRefundsOfOrder, penceTaken } from '../refunds/list-refunds.ts';
import { surchargeLeft } from '../refunds/refund-surcharge.ts';
import { findCaptured } from './buyer-keys.ts';
import { whyLookFirst } from './own-cancellations.ts';
import { whyNotAsk, whyNotMove, whyNotOwnCancel, whyNotOwnChange, whyNotWhileAsked } from './why-not-own.ts';

const LOOK_FIRST = `We cancel ${OWN_CANCELS.count} orders in ${OWN_CANCELS.days} days at once, up to £${OWN_CANCELS.pounds} together, unless very many are cancelled that day. We look at this one first, and write to you. Until then it is not tied.`;
const AGAIN = 'We have changed this order since we declined to cancel it: you can ask again.';

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
  const [request, reported, payment] = await Promise.all([
    findCancelRequest(deps.db, orderId),
    findReported(deps.db, orderId),
    findCaptured(deps.db, orderId),
  ]);
  const backPence = Math.max(0, totalOf(sums) - penceTaken(rows));
  const whileAsked = whyNotWhileAsked(request);
  const cancel = whyNotAsk(order, request) ?? whyNotOwnCancel(order, now, reported);
  const looksFirst = cancel === null && (await whyLookFirst(deps, deps.db, { order, payment, backPence }));
  return {
    change: whileAsked ?? whyNotOwnChange(order, now, reported),
    move: whileAsked ?? whyNotMove(order, rules, now, reported),
    cancel,
    back: cancel === null ? toPounds(backPence) : 0,
    look_first: looksFirst ? (request ? `${AGAIN} ${LOOK_FIRST}` : LOOK_FIRST) : null,
    asked: whyNotAsk(order, request) === null ? null : { declined: declinedIn(request) },
    surcharge: toPounds(Math.max(0, surchargeLeft(sums, rows))),
    last_event: last?.id ?? 0,
  };
}
