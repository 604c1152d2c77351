import { toPounds } from '#contract/money.ts';
import type { OrderSum } from '#contract/orders.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { inArray, sql } from '#server/platform/database/drizzle.ts';
import { subquery } from '#server/platform/database/subquery.ts';
import { orderSums, orders, type SumRow } from './table.ts';

/** A part of what an order costs. */
export type Sum = Omit<SumRow, 'orderId'>;

const KINDS = orderSums.kind.enumValues;
const inOrder = (sums: readonly Sum[]): Sum[] =>
  sums.toSorted((left, right) => KINDS.indexOf(left.kind) - KINDS.indexOf(right.kind));

/** What the amount of an order is made of: the goods first. */
export async function listSums(db: Database | Transaction, orderId: number): Promise<Sum[]> {
  const { kind, label, pence } = orderSums;
  return inOrder(
    await db
      .select({ kind, label, pence })
      .from(orderSums)
      .where(inArray(orderSums.orderId, [orderId])),
  );
}

/** The same as a column of a statement about orders. */
export const SUMS_OF_ORDER = subquery(sql`
  select coalesce(json_agg(json_build_object('kind', ${orderSums.kind}, 'label', ${orderSums.label}, 'pence', ${orderSums.pence})), '[]')
  from ${orderSums} where ${orderSums.orderId} = ${orders.id}`).mapWith(inOrder);

/** As the API and letters tell of them. */
export const toOrderSums = (sums: readonly Sum[]): OrderSum[] =>
  sums.map(({ kind, label, pence }) => ({ kind, label, amount: toPounds(pence) }));

export const penceOf = (sums: readonly Sum[], kind: Sum['kind']): number =>
  sums.find((sum) => sum.kind === kind)?.pence ?? 0;
/** Bouquets and their extras. */
export const goodsOf = (sums: readonly Sum[]): number => penceOf(sums, 'goods') + penceOf(sums, 'extras');
export const totalOf = (sums: readonly Sum[]): number => sums.reduce((total, { pence }) => total + pence, 0);
