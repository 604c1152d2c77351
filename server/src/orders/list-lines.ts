import type { OrderItem } from '#contract/orders.ts';
import type { Picture } from '#contract/pictures.ts';
import { StoredPicture } from '../catalogue/stored-picture.ts';
import { products } from '../catalogue/table.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { and, asc, eq, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import { cartItems, carts, orderItems, orders } from './table.ts';

/** A line of a cart or of an order. `orderId` is the number of either. */
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

/** As the catalogue has them now. */
const CART_LINE = {
  id: cartItems.id,
  orderId: cartItems.cartId,
  productId: cartItems.productId,
  itemCode: products.itemCode,
  quantity: cartItems.quantity,
  pricePence: products.pricePence,
  addedPricePence: cartItems.addedPricePence,
  name: products.name,
  picture: sql<Picture | null>`${products.pictures} -> 0`.mapWith(orderItems.picture),
  availability: products.status,
};

/** As they were agreed. What is being paid for stays buyable, whatever becomes of the bouquet meanwhile. */
const ORDER_LINE = {
  id: orderItems.id,
  orderId: orderItems.orderId,
  productId: orderItems.productId,
  itemCode: products.itemCode,
  quantity: orderItems.quantity,
  pricePence: orderItems.pricePence,
  addedPricePence: orderItems.addedPricePence,
  name: orderItems.name,
  picture: sql<Picture | null>`coalesce(${orderItems.picture}, ${products.pictures} -> 0)`.mapWith(orderItems.picture),
  availability: sql<Line['availability']>`case when ${orders.status} = 'P' then 'on_sale' else ${products.status} end`,
};

/** The lines of a cart; the first added comes first. */
export async function listCartLines(db: Database | Transaction, cartId: number): Promise<Line[]> {
  return cartLinesStatement(db).execute({ cartId });
}

/** The lines of these orders, likewise. */
export async function listLines(db: Database | Transaction, orderIds: number[]): Promise<Line[]> {
  if (orderIds.length === 0) return [];
  return linesStatement(db).execute({ orderIds });
}

const selectCartLines = (db: Database | Transaction) =>
  db.select(CART_LINE).from(cartItems).innerJoin(products, eq(products.id, cartItems.productId));

const cartLinesStatement = preparedFor((db) =>
  selectCartLines(db)
    .where(eq(cartItems.cartId, sql.placeholder('cartId')))
    .orderBy(asc(cartItems.id))
    .prepare('cart-lines'),
);

const linesStatement = preparedFor((db) =>
  db
    .select(ORDER_LINE)
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(sql`${orderItems.orderId} = any(${sql.placeholder('orderIds')}::integer[])`)
    .orderBy(asc(orderItems.id))
    .prepare('lines'),
);

export const oneCartLineStatement = preparedFor((db) =>
  selectCartLines(db)
    .where(and(eq(cartItems.id, sql.placeholder('itemId')), eq(cartItems.cartId, sql.placeholder('cartId'))))
    .prepare('one-cart-line'),
);

const toJson = (line: Record<keyof Line, unknown>) =>
  sql`json_build_object(${sql.join(
    Object.entries(line).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )})`;

const parseLines = (lines: Line[]): Line[] =>
  lines.map((line) => ({ ...line, picture: StoredPicture.parse(line.picture) }));

/** The same as a column of a statement about carts. */
export const LINES_OF_CART = sql`(
  select coalesce(json_agg(${toJson(CART_LINE)} order by ${cartItems.id}), '[]')
  from ${cartItems} inner join ${products} on ${products.id} = ${cartItems.productId}
  where ${cartItems.cartId} = ${carts.id})`.mapWith(parseLines);

/** And of one about orders. */
export const LINES_OF_ORDER = sql`(
  select coalesce(json_agg(${toJson(ORDER_LINE)} order by ${orderItems.id}), '[]')
  from ${orderItems} inner join ${products} on ${products.id} = ${orderItems.productId}
  where ${orderItems.orderId} = ${orders.id})`.mapWith(parseLines);
