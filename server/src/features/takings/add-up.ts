import { sql } from '#server/platform/database/drizzle.ts';

/** The rows of takings_by_day added up, one for each day. */
export const SUMS_OF_DAY = sql`sum(orders)::int as orders, sum(goods)::bigint as goods, sum(extras)::bigint as extras,
  sum(delivery)::bigint as delivery, sum(surcharge)::bigint as surcharge, sum(discount)::bigint as discount,
  sum(captured)::bigint as captured, sum(captures_unread)::int as captures_unread, sum(fee)::bigint as fee,
  sum(fees_unread)::int as fees_unread, sum(refunds)::int as refunds, sum(refunded)::bigint as refunded,
  sum(refunded_told)::bigint as refunded_told, sum(refunds_unread)::int as refunds_unread, sum(fee_back)::bigint as fee_back,
  sum(arriving)::int as arriving, sum(arriving_pence)::bigint as arriving_pence,
  sum(taxed)::bigint as taxed`;

/** The columns of both tables that hold sums, in the order in which they are added up. */
export const COLUMNS_OF_DAY = sql.raw(
  `orders, goods, extras, delivery, surcharge, discount, captured, captures_unread, fee, fees_unread, refunds, refunded,
  refunded_told, refunds_unread, fee_back, arriving, arriving_pence, taxed`,
);
