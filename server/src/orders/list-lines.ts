import type { OrderItem } from '#contract/orders.ts';
import type { Picture } from '#contract/pictures.ts';
import { products } from '../catalogue/table.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { asc, eq, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import { orderItems, orders } from './table.ts';

export type Line = {
  id: number;
  orderId: number;
  productId: number;
  itemCode: string;
  quantity: number;
  pricePence: number;
  name: string;
  picture: Picture | null;
  availability: OrderItem['availability'];
};

/** A price that was written down while a payment is confirmed stands, whatever becomes of the bouquet meanwhile. */
const availability = sql<Line['availability']>`
  case when ${orders.status} = 'P' and ${orderItems.pricePence} is not null then 'on_sale' else ${products.status} end`;

/** The lines of these orders, as they were paid for or else as the catalogue has them now; the first added comes first. */
export async function listLines(db: Database | Transaction, orderIds: number[]): Promise<Line[]> {
  if (orderIds.length === 0) return [];
  return '$client' in db ? linesIn(db).execute({ orderIds }) : selectLines(db).execute({ orderIds });
}

const selectLines = (db: Database | Transaction) =>
  db
    .select({
      id: orderItems.id,
      orderId: orderItems.orderId,
      productId: orderItems.productId,
      itemCode: products.itemCode,
      quantity: orderItems.quantity,
      pricePence: sql<number>`coalesce(${orderItems.pricePence}, ${products.pricePence})`,
      name: sql<string>`coalesce(${orderItems.name}, ${products.name})`,
      picture: sql<Picture | null>`coalesce(${orderItems.picture}, ${products.pictures} -> 0)`,
      availability,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(sql`${orderItems.orderId} = any(${sql.placeholder('orderIds')}::integer[])`)
    .orderBy(asc(orderItems.id))
    .prepare('lines');

const linesIn = preparedFor(selectLines);
