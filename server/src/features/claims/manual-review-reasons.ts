import type { ClaimPromise } from '#contract/claims.ts';
import { formatDay, londonDay } from '#contract/delivery.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import type { UserRow } from '#server/features/accounts/to-user.ts';
import { readClaimsAtOnce } from '#server/features/delivery/claims-at-once.ts';
import type { Line } from '#server/features/orders/list-lines.ts';
import { goodsOf, listSums } from '#server/features/orders/list-sums.ts';
import { isHeld } from '#server/features/orders/paid/held-dispatch.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import type { BuyerKey } from '#server/features/payments/own-orders/buyer-keys.ts';
import { listRefundsOfOrder, ofFlowers } from '#server/features/payments/refunds/list-refunds.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { findRepeated } from './repeated-claims.ts';

/** Why a person decides: what the buyer may be promised meanwhile, and words for the desk. */
export type Reason = { promise: Exclude<ClaimPromise['promise'], 'replaced'>; words: string };

type About = {
  order: OrderRow;
  lines: readonly Line[];
  buyer: Pick<UserRow, 'stoppedReason'>;
  keys: readonly BuyerKey[];
  /** When the report began to arrive. */
  madeAt: Date;
};

/** Why somebody decides before new flowers are sent; none if they are sent at once. The first is the one the buyer is told of. */
export async function manualReviewReasons(
  deps: Pick<Deps, 'clock'>,
  db: Database | Transaction,
  { order, lines, buyer, keys, madeAt }: About,
): Promise<Reason[]> {
  const onTheDay = londonDay(madeAt) === order.deliveryDate;
  const notLeft = whyNotLeft(order, madeAt);
  const worth = goodsOf(await listSums(db, order.id));
  return [
    ...(await reasonsOfOrder(db, order, onTheDay)),
    ...(notLeft ? [{ promise: 'not left' as const, words: notLeft }] : []),
    ...lookFirst(
      buyer.stoppedReason === null
        ? null
        : `Orders of this buyer are stopped: ${buyer.stoppedReason.replace(/[.]?$/, '.')}`,
    ),
    ...(await findRepeated(deps, db, order, keys)).flatMap(lookFirst),
    ...lookFirst(describeLimit(worth, await readClaimsAtOnce(db))),
    ...listGone(lines),
  ];
}

const lookFirst = (words: string | null): Reason[] => (words === null ? [] : [{ promise: 'look first', words }]);

/** What the order itself says against it. Of claims that a version before made, this is all that is known. */
export async function reasonsOfOrder(
  db: Database | Transaction,
  order: OrderRow,
  onTheDay: boolean,
): Promise<Reason[]> {
  const [made] = await db.select({ id: orders.id }).from(orders).where(eq(orders.replacesOrderId, order.id));
  const refunds = ofFlowers(await listRefundsOfOrder(db, order.id));
  const { replacesOrderId } = order;
  return [
    // A completed order has a day.
    ...(onTheDay
      ? []
      : [
          {
            promise: 'late' as const,
            words: `It was reported after that day, ${formatDay(order.deliveryDate as string)}.`,
          },
        ]),
    // Otherwise one photo a day would bring flowers for ever.
    ...(replacesOrderId === null
      ? []
      : [{ promise: 'again' as const, words: `They were themselves a replacement, for order ${replacesOrderId}.` }]),
    ...lookFirst(made ? `Order ${made.id} replaces it already.` : null),
    ...lookFirst(
      refunds.length > 0 ? 'The money of this order has left us again, so nothing was sent by itself.' : null,
    ),
  ];
}

/**
 * Flowers that are still in the shop cannot have arrived damaged, and would go to another door beside the new ones. Somebody may have
 * forgotten to press, so that the claim is not refused.
 */
function whyNotLeft({ stage, dispatchedAt }: OrderRow, at: Date): string | null {
  if (stage === 'delivered') return null;
  if (stage === 'not delivered') return 'Nobody took them in, as far as was pressed: they came back to the shop.';
  if (stage !== 'out') return `Nobody has pressed that they left: the order is ${WHERE[stage] ?? stage}.`;
  return dispatchedAt !== null && isHeld(dispatchedAt, at)
    ? 'They left less than a minute before, which can be taken back.'
    : null;
}

const WHERE: Partial<Record<OrderRow['stage'], string>> = { 'to tie': 'still to be tied', tied: 'tied' };

function describeLimit(worthPence: number, limitPence: number): string | null {
  if (limitPence === 0) return 'The owner has somebody look at every claim first.';
  if (worthPence <= limitPence) return null;
  const [worth, limit] = [worthPence, limitPence].map((pence) => formatPounds(toPounds(pence)));
  return `The flowers cost ${worth}; up to ${limit} they are replaced at once.`;
}

export function listGone(lines: readonly Line[]): Reason[] {
  const wanted = lines.flatMap((line) => [line, ...line.extras]);
  const gone = wanted.filter(({ availability }) => availability !== 'on_sale').map(({ name }) => name);
  if (gone.length === 0) return [];
  return [{ promise: 'sold out', words: `Not on sale now, so nothing was sent by itself: ${gone.join(', ')}.` }];
}
