import type { OrderItem } from '#contract/orders.ts';
import type { Picture } from '#contract/pictures.ts';
import { StoredPicture } from '../catalogue/stored-picture.ts';
import { products } from '../catalogue/table.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { and, asc, eq, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import { orderItems, orders } from './table.ts';

export type Line = {
  id: number;
  orderId: number;
  productId: number;
  itemCode: string;
  quantity: number;
  pricePence: number;
  addedPricePence: number | null;
  name: string;
  picture: Picture | null;
  availability: OrderItem['availability'];
};

/** A line of a frozen cart stays on sale at its stored price, whatever becomes of the bouquet meanwhile. */
const availability = sql<Line['availability']>`
  case when ${orders.status} = 'P' and ${orderItems.pricePence} is not null then 'on_sale' else ${products.status} end`;

/** As they were paid for, or else as the catalogue has them now. */
const LINE = {
  id: orderItems.id,
  orderId: orderItems.orderId,
  productId: orderItems.productId,
  itemCode: products.itemCode,
  quantity: orderItems.quantity,
  pricePence: sql<number>`coalesce(${orderItems.pricePence}, ${products.pricePence})`,
  addedPricePence: orderItems.addedPricePence,
  name: sql<string>`coalesce(${orderItems.name}, ${products.name})`,
  picture: sql<Picture | null>`coalesce(${orderItems.picture}, ${products.pictures} -> 0)`.mapWith(orderItems.picture),
  availability,
};

/** The lines of these orders; the first added comes first. */
export async function listLines(db: Database | Transaction, orderIds: number[]): Promise<Line[]> {
  if (orderIds.length === 0) return [];
  return linesStatement(db).execute({ orderIds });
}

const selectLines = (db: Database | Transaction) =>
  db
    .select(LINE)
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(products, eq(products.id, orderItems.productId));

const linesStatement = preparedFor((db) =>
  selectLines(db)
    .where(sql`${orderItems.orderId} = any(${sql.placeholder('orderIds')}::integer[])`)
    .orderBy(asc(orderItems.id))
    .prepare('lines'),
);

export const lineStatement = preparedFor((db) =>
  selectLines(db)
    .where(and(eq(orderItems.id, sql.placeholder('itemId')), eq(orderItems.orderId, sql.placeholder('orderId'))))
    .prepare('one-line'),
);

/** The same as a column of a statement about orders. */
export const LINES_OF_ORDER = sql`(
  select coalesce(json_agg(json_build_object(${sql.join(
    Object.entries(LINE).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )}) order by ${orderItems.id}), '[]')
  from ${orderItems} inner join ${products} on ${products.id} = ${orderItems.productId}
  where ${orderItems.orderId} = ${orders.id})`.mapWith((lines: Line[]) =>
  lines.map((line) => ({ ...line, picture: StoredPicture.parse(line.picture) })),
);
