import { addDays, formatDay, londonDay } from '#contract/delivery.ts';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import { users } from '#server/features/accounts/table.ts';
import { products } from '#server/features/catalogue/table.ts';
import { linkToOrder } from '#server/features/orders/letters/link-to-order.ts';
import { toOrderInLetter } from '#server/features/orders/letters/to-order-in-letter.ts';
import { listLines } from '#server/features/orders/list-lines.ts';
import { listSums } from '#server/features/orders/list-sums.ts';
import { markReviewInvited } from '#server/features/orders/paid/mark-review-invited.ts';
import { cancelRequests } from '#server/features/orders/paid/table.ts';
import { orderItems, orders } from '#server/features/orders/table.ts';
import { REFUND_ACTOR } from '#server/features/payments/refunds/list-refunds.ts';
import { payments, refunds } from '#server/features/payments/table.ts';
import { reviews } from '#server/features/reviews/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, asc, eq, gte, isNotNull, isNull, ne, sql } from '#server/platform/database/drizzle.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { claims } from './table.ts';

/**
 * After some days, when the flowers have opened, and while they are remembered; a shop that was down for long skips the
 * rest.
 */
const FIRST_AFTER_DAYS = 3;
const LAST_AFTER_DAYS = 14;
const MOST_AT_ONCE = 200;

const UNREVIEWED = sql`exists (
  select from ${orderItems} inner join ${products} on ${products.id} = ${orderItems.productId}
  where ${orderItems.orderId} = ${orders.id} and ${products.status} <> 'withdrawn' and not exists (
    select from ${reviews} where ${reviews.userId} = ${orders.userId} and ${reviews.productId} = ${orderItems.productId}))`;
const CLAIMED = sql`exists (select from ${claims} where ${claims.orderId} = ${orders.id})`;
const MONEY_LEFT = sql`exists (select from ${refunds} inner join ${payments} on ${payments.id} = ${refunds.paymentId}
  where ${payments.orderId} = ${orders.id} and ${payments.state} = 'captured' and ${refunds.state} <> 'failed'
    and ${REFUND_ACTOR} <> 'shop')`;

const ASKED_TO_CANCEL = sql`exists (select from ${cancelRequests}
  where ${cancelRequests.orderId} = ${orders.id} and ${cancelRequests.answeredAt} is null)`;

const IS_DUE = and(UNREVIEWED, sql`not ${CLAIMED}`, sql`not ${MONEY_LEFT}`, sql`not ${ASKED_TO_CANCEL}`);

/**
 * Asks buyers for a review once, some days after delivery. Not those who have reviewed every bouquet, have not
 * confirmed their email address, reported damage, wait to hear whether it is cancelled, or were refunded (what was paid for a dearer
 * day is not the flowers'); and not for replacements.
 */
export async function inviteToReview(deps: Deps): Promise<void> {
  const today = londonDay(deps.clock.now());
  const arrivedOn = sql`coalesce((${orders.deliveredAt} at time zone 'Europe/London')::date, ${orders.deliveryDate})`;
  const found = await deps.db
    .select({ id: orders.id, userId: users.id })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        eq(orders.status, 'C'),
        ne(orders.stage, 'cancelled'),
        isNull(orders.reviewInvitedAt),
        isNull(orders.replacesOrderId),
        isNotNull(users.emailConfirmedAt),
        // The promised day has an index, which finds few; the day of arrival decides.
        gte(orders.deliveryDate, addDays(today, -2 * LAST_AFTER_DAYS)),
        sql`${arrivedOn} >= ${addDays(today, -LAST_AFTER_DAYS)}`,
        sql`${arrivedOn} <= ${addDays(today, -FIRST_AFTER_DAYS)}`,
        IS_DUE,
      ),
    )
    .orderBy(asc(orders.id))
    .limit(MOST_AT_ONCE);
  for (const { id, userId } of found) await invite(deps, id, userId);
}

/** Whether the invitation is still due: a claim, a refund or a review may have come since the order was found. */
const isStillDue = async (tx: Transaction, orderId: number): Promise<boolean> => {
  const [due] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), IS_DUE));
  return due !== undefined;
};

/**
 * A transaction for each, which locks the user first: an account deleted meanwhile is skipped, and a failure stops no
 * other.
 */
async function invite({ clock, config, db, log, mail }: Deps, orderId: number, userId: number): Promise<void> {
  const invited = db.transaction(async (tx) => {
    const { email: to, firstName } = await lockUser(tx, userId);
    if (!(await isStillDue(tx, orderId))) return;
    const order = await markReviewInvited(tx, { orderId, userId, now: clock.now() });
    if (!order) return;
    const orderInLetter = toOrderInLetter(order, await listLines(tx, [orderId]), await listSums(tx, orderId), 'buyer');
    const link = linkToOrder(config, orderId);
    const arrivedOn = order.deliveredAt && formatDay(londonDay(order.deliveredAt));
    await mail.post(tx, { kind: 'review-invited', to, firstName, order: orderInLetter, arrivedOn, link }, userId);
  });
  await invited.catch((error) => {
    if (error instanceof NotSignedIn) return;
    log.error({ err: describeFailure(error), order: orderId }, 'A buyer could not be asked for a review');
  });
}
