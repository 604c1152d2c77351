import type { SaveBouquet } from '#contract/desk-catalogue.ts';
import { Invalid } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, ne, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { lockNames } from './file/catalogue-lock.ts';
import { products } from './table.ts';

type Named = Pick<SaveBouquet, 'name' | 'status' | 'category'>;

const find = async (tx: Transaction, condition: SQL | undefined, except?: number) => {
  const [found] = await tx
    .select({ itemCode: products.itemCode, category: products.category })
    .from(products)
    .where(and(condition, except === undefined ? undefined : ne(products.id, except)))
    .limit(1);
  return found;
};

/** Customers tell bouquets apart by name: no two that are shown may share one. */
export async function requireFreeName(tx: Transaction, { name, status }: Named, except?: number): Promise<void> {
  if (status === 'withdrawn') return;
  await lockNames(tx);
  const isTaken = and(sql`lower(${products.name}) = lower(${name})`, ne(products.status, 'withdrawn'));
  const other = await find(tx, isTaken, except);
  if (other) throw new Invalid({ name: [`${other.itemCode} has this name already.`] });
}

export async function requireFreeCode(tx: Transaction, code: string): Promise<void> {
  await lockNames(tx);
  if (await find(tx, eq(products.itemCode, code))) throw new Invalid({ item_code: ['Another bouquet has this code.'] });
}

/** A category that is written in two ways would be two in the shop. */
export async function requireSameCategory(tx: Transaction, { category }: Named, except?: number): Promise<void> {
  const isOtherwise = and(
    sql`lower(${products.category}) = lower(${category})`,
    ne(products.category, category),
    ne(products.status, 'withdrawn'),
  );
  const other = await find(tx, isOtherwise, except);
  if (other) throw new Invalid({ category: [`Other bouquets write it ${other.category}.`] });
}
