import type { OrderItem } from '#contract/orders.ts';
import type { Picture } from '#contract/pictures.ts';
import type { Size } from '#contract/sizes.ts';
import { NotFound } from '#server/errors.ts';
import { GOES_WITH } from '#server/features/catalogue/lists/goes-with.ts';
import { StoredPicture } from '#server/features/catalogue/pictures/stored-picture.ts';
import { extras, productSizes, products } from '#server/features/catalogue/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { type AnyPgColumn, and, asc, eq, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { subquery } from '#server/platform/database/subquery.ts';
import { cartItems, carts } from './cart/table.ts';
import { type LineExtra, LineExtras } from './stored-extras.ts';
import { orderItems, orders } from './table.ts';

/** A line of a cart or of an order. `orderId` is the number of either. */
export type Line = {
  id: number;
  orderId: number;
  productId: number;
  itemCode: string;
  size: Size;
  quantity: number;
  /** Of one bouquet, without extras. */
  pricePence: number;
  addedPricePence: number | null;
  name: string;
  picture: Picture | null;
  availability: OrderItem['availability'];
  extras: LineExtra[];
  /** What the extras of one bouquet are charged with: those that cannot be bought now are not. */
  extrasPence: number;
};
type SelectedLine = Omit<Line, 'extrasPence'>;

/** Whether the bouquet can be bought now in the size of a line. */
const availabilityIn = (size: AnyPgColumn) =>
  sql<Line['availability']>`case when ${products.status} <> 'on_sale' or ${size} = 'standard' or ${productSizes.onSale}
    then ${products.status} else 'sold_out' end`;

const isOnSale = sql`case when ${extras.onSale} then 'on_sale' else 'sold_out' end`;

/** Most lines have none: then the table is not read. */
const EXTRAS_OF_CART_LINE = sql<LineExtra[]>`case when ${cartItems.extras} = '{}' then '[]' else (
  select coalesce(json_agg(json_build_object(
    'id', ${extras.id}, 'name', ${extras.name}, 'pricePence', ${extras.pricePence}, 'availability', ${isOnSale}
  ) order by ${extras.position}, ${extras.id}), '[]')
  from ${extras} where ${extras.id} = any(${cartItems.extras})) end`;

/** As they were agreed, in the order they were stored in; one that the shop no longer knows, or sells with this bouquet, cannot be bought. */
const EXTRAS_OF_ORDER_LINE = sql<LineExtra[]>`case when ${orderItems.extras} = '[]'
  or jsonb_typeof(${orderItems.extras}) <> 'array' then '[]' else (
  select json_agg(agreed.extra || jsonb_build_object('availability', case when ${orders.status} = 'P' then 'on_sale' else
    coalesce((select case when ${GOES_WITH} then ${isOnSale} else 'sold_out' end from ${extras} where to_jsonb(${extras.id}) = agreed.extra -> 'id'), 'sold_out') end)
    order by agreed.place)
  from jsonb_array_elements(${orderItems.extras}) with ordinality as agreed(extra, place)) end`;

/** As the catalogue has them now. */
export const CART_LINE = {
  id: cartItems.id,
  orderId: cartItems.cartId,
  productId: cartItems.productId,
  itemCode: products.itemCode,
  size: cartItems.size,
  quantity: cartItems.quantity,
  pricePence: sql<number>`coalesce(${productSizes.pricePence}, ${products.pricePence})`,
  addedPricePence: cartItems.addedPricePence,
  name: products.name,
  picture:
    sql<Picture | null>`coalesce(${productSizes.pictures} -> 0, ${products.standardPictures} -> 0, ${products.pictures} -> 0)`.mapWith(
      orderItems.picture,
    ),
  availability: availabilityIn(cartItems.size),
  extras: EXTRAS_OF_CART_LINE,
};

/** As they were agreed. What is being paid for stays buyable, whatever becomes of the bouquet meanwhile. */
const ORDER_LINE = {
  id: orderItems.id,
  orderId: orderItems.orderId,
  productId: orderItems.productId,
  itemCode: products.itemCode,
  size: orderItems.size,
  quantity: orderItems.quantity,
  pricePence: orderItems.pricePence,
  addedPricePence: orderItems.addedPricePence,
  name: orderItems.name,
  picture: sql<Picture | null>`coalesce(${orderItems.picture}, ${products.pictures} -> 0)`.mapWith(orderItems.picture),
  availability: sql<
    Line['availability']
  >`case when ${orders.status} = 'P' then 'on_sale' else ${availabilityIn(orderItems.size)} end`,
  extras: EXTRAS_OF_ORDER_LINE,
};

/** The lines of these orders; the first added comes first. */
export async function listLines(db: Database | Transaction, orderIds: number[]): Promise<Line[]> {
  if (orderIds.length === 0) return [];
  return parseLines(await linesStatement(db).execute({ orderIds }));
}

/** One line of a cart; a line of another cart is not found in it. */
export async function findLine(tx: Transaction, cartId: number, itemId: number): Promise<Line> {
  const [line] = parseLines(await oneCartLineStatement(tx).execute({ cartId, itemId }));
  if (!line) throw new NotFound();
  return line;
}

export const isSizeOfCartLine = and(
  eq(productSizes.productId, cartItems.productId),
  eq(productSizes.size, cartItems.size),
);
const isSizeOfOrderLine = and(eq(productSizes.productId, orderItems.productId), eq(productSizes.size, orderItems.size));

const selectCartLines = (db: Database | Transaction) =>
  db
    .select(CART_LINE)
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .leftJoin(productSizes, isSizeOfCartLine);

const linesStatement = preparedFor((db) =>
  db
    .select(ORDER_LINE)
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(productSizes, isSizeOfOrderLine)
    .where(sql`${orderItems.orderId} = any(${sql.placeholder('orderIds')}::integer[])`)
    .orderBy(asc(orderItems.id))
    .prepare('lines'),
);

const oneCartLineStatement = preparedFor((db) =>
  selectCartLines(db)
    .where(and(eq(cartItems.id, sql.placeholder('itemId')), eq(cartItems.cartId, sql.placeholder('cartId'))))
    .prepare('one-cart-line'),
);

const toJson = (line: Record<keyof SelectedLine, unknown>) =>
  sql`json_build_object(${sql.join(
    Object.entries(line).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )})`;

/** The picture is parsed here too: inside of JSON the column's own schema does not read it. */
export const parseLines = (lines: readonly SelectedLine[]): Line[] =>
  lines.map((line) => {
    const extras = LineExtras.parse(line.extras);
    const charged = extras.filter(({ availability }) => availability === 'on_sale');
    const extrasPence = charged.reduce((sum, { pricePence }) => sum + pricePence, 0);
    return { ...line, picture: StoredPicture.parse(line.picture), extras, extrasPence };
  });

/** The same as a column of a statement about carts. */
export const LINES_OF_CART = subquery(sql`
  select coalesce(json_agg(${toJson(CART_LINE)} order by ${cartItems.id}), '[]')
  from ${cartItems} inner join ${products} on ${products.id} = ${cartItems.productId}
  left join ${productSizes} on ${isSizeOfCartLine}
  where ${cartItems.cartId} = ${carts.id}`).mapWith(parseLines);

/** And of one about orders. */
export const LINES_OF_ORDER = subquery(sql`
  select coalesce(json_agg(${toJson(ORDER_LINE)} order by ${orderItems.id}), '[]')
  from ${orderItems} inner join ${products} on ${products.id} = ${orderItems.productId}
  left join ${productSizes} on ${isSizeOfOrderLine}
  where ${orderItems.orderId} = ${orders.id}`).mapWith(parseLines);
