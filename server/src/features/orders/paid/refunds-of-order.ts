import { sql } from '#server/platform/database/drizzle.ts';
import { orders } from '../table.ts';

/** Money of an order that has gone back, for certain. */
export type Refund = { pence: number; reason: string; at: string };

/**
 * The refunds of the payment that completed an order, as a column of a statement about orders. The tables belong to payments,
 * which is built on orders: they are named here and not imported.
 */
export const REFUNDS_OF_ORDER = sql`(
  select coalesce(json_agg(json_build_object('pence', refunds.amount_pence, 'reason', refunds.reason,
    'at', refunds.changed_at) order by refunds.changed_at, refunds.id), '[]')
  from payments inner join refunds on refunds.payment_id = payments.id and refunds.state = 'done'
  where payments.order_id = ${orders.id} and payments.state = 'captured')`.mapWith((refunds: Refund[]) => refunds);
