import { products } from '#server/features/catalogue/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, inArray, isNotNull, or, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { subquery } from '#server/platform/database/subquery.ts';
import type { Line } from '../list-lines.ts';
import { cartItems, carts } from './table.ts';

/** A bouquet that cannot be had on every day, or not as often as one likes, and how many are wanted in all sizes. */
export type Limited = Pick<
  typeof products.$inferSelect,
  'id' | 'name' | 'availableFrom' | 'availableUntil' | 'mostPerDay'
> & {
  wanted: number;
};
export type Wanted = Pick<Line, 'productId' | 'quantity'>;

const { id, name, availableFrom, availableUntil, mostPerDay } = products;
const isLimited = or(isNotNull(availableFrom), isNotNull(availableUntil), isNotNull(mostPerDay));

/** Those among the lines, in the order of ids. */
export async function listLimited(tx: Transaction, lines: readonly Wanted[]): Promise<Limited[]> {
  if (lines.length === 0) return [];
  const ids = lines.map(({ productId }) => productId);
  const limited = await tx
    .select({ id, name, availableFrom, availableUntil, mostPerDay })
    .from(products)
    .where(and(inArray(id, ids), isLimited))
    .orderBy(id);
  return limited.map((bouquet) => ({
    ...bouquet,
    wanted: lines.reduce((sum, line) => (line.productId === bouquet.id ? sum + line.quantity : sum), 0),
  }));
}

/** The same as a column of a statement about carts. */
export const LIMITED_OF_CART = subquery(sql<Limited[]>`
  select coalesce(json_agg(json_build_object(
    'id', ${id}, 'name', ${name}, 'availableFrom', ${availableFrom}, 'availableUntil', ${availableUntil},
    'mostPerDay', ${mostPerDay}, 'wanted', counted.wanted) order by ${id}), '[]')
  from (select ${cartItems.productId} as product_id, sum(${cartItems.quantity})::integer as wanted
    from ${cartItems} where ${cartItems.cartId} = ${carts.id} group by 1) as counted
  inner join ${products} on ${id} = counted.product_id where ${isLimited}`);

export async function listLimitedInCart(tx: Transaction, cartId: number): Promise<Limited[]> {
  const [cart] = await limitedStatement(tx).execute({ cartId });
  return cart?.limited ?? [];
}

const limitedStatement = preparedFor((tx) =>
  tx
    .select({ limited: LIMITED_OF_CART })
    .from(carts)
    .where(eq(carts.id, sql.placeholder('cartId')))
    .prepare('limited-in-cart'),
);
