import { sql } from '#server/platform/database/drizzle.ts';

/** What takings_by_day has to add up to, counted anew from orders, payments and refunds. It reads all of them. */
export const RECOUNTED_DAYS = sql`
  select day, sum(orders)::int as orders, sum(goods)::bigint as goods, sum(extras)::bigint as extras,
    sum(delivery)::bigint as delivery, sum(surcharge)::bigint as surcharge, sum(discount)::bigint as discount,
    sum(captured)::bigint as captured, sum(captures_unread)::int as captures_unread, sum(fee)::bigint as fee,
    sum(fees_unread)::int as fees_unread, sum(refunds)::int as refunds, sum(refunded)::bigint as refunded,
    sum(refunded_told)::bigint as refunded_told, sum(refunds_unread)::int as refunds_unread, sum(fee_back)::bigint as fee_back,
    sum(arriving)::int as arriving, sum(arriving_pence)::bigint as arriving_pence, sum(taxed)::bigint as taxed
  from (
    select (completed_at at time zone 'Europe/London')::date as day, 1 as orders, goods, extras, delivery, surcharge, discount,
      0 as captured, 0 as captures_unread, 0 as fee, 0 as fees_unread, 0 as refunds, 0 as refunded, 0 as refunded_told,
      0 as refunds_unread, 0 as fee_back, 0 as arriving, 0 as arriving_pence, taxed
    from orders cross join lateral (
      select coalesce(sum(pence) filter (where kind = 'goods'), 0) as goods,
        coalesce(sum(pence) filter (where kind = 'extras'), 0) as extras,
        coalesce(sum(pence) filter (where kind = 'delivery'), 0) as delivery,
        coalesce(sum(pence) filter (where kind = 'surcharge'), 0) as surcharge,
        coalesce(sum(pence) filter (where kind = 'discount'), 0) as discount,
        coalesce(sum(pence) filter (where vat_number is not null), 0) as taxed
      from order_sums where order_id = orders.id) as sums
    where completed_at is not null and replaces_order_id is null
    union all
    select (changed_at at time zone 'Europe/London')::date, 0, 0, 0, 0, 0, 0,
      case when state = 'captured' then coalesce(captured_pence, 0) else 0 end,
      (state = 'captured' and captured_pence is null)::int, coalesce(fee_pence, 0), (fee_pence is null)::int, 0, 0, 0, 0, 0, 0, 0, 0
    from payments
    where state in ('captured', 'refunding', 'refunded')
    union all
    select (refunds.changed_at at time zone 'Europe/London')::date, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, refunds.amount_pence,
      coalesce(told_pence, 0), (told_pence is null)::int, coalesce(fee_back_pence, 0), 0, 0,
      case when orders.vat_number is null then 0 else -refunds.amount_pence end
    from refunds join payments on payments.id = payment_id and payments.state = 'captured'
    left join orders on orders.id = payments.order_id where refunds.state = 'done'
    union all
    select delivery_date, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
      (select coalesce(sum(pence), 0) from order_sums where order_id = orders.id), 0
    from orders
    where completed_at is not null and replaces_order_id is null and stage <> 'cancelled' and delivery_date is not null
  ) as parts group by day`;

export const RECOUNTED_BOUQUETS = sql`
  select (completed_at at time zone 'Europe/London')::date as day, product_id, sum(quantity)::int as sold,
    sum(quantity * price_pence)::bigint as pence
  from orders join order_items on order_id = orders.id
  where completed_at is not null and replaces_order_id is null group by 1, 2`;
