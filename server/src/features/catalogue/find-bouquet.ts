import type { Bouquet } from '#contract/desk-catalogue.ts';
import { NotFound } from '#server/errors.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { desc, eq } from '#server/platform/database/drizzle.ts';
import { requireNoImport } from './file/catalogue-lock.ts';
import { type ProductSizeRow, productSizes, products } from './table.ts';
import { type StoredBouquet, toBouquet } from './to-bouquet.ts';

/** One bouquet with all that an owner can change, a withdrawn one too. */
export async function findBouquet(db: Database | Transaction, id: number): Promise<Omit<Bouquet, 'changed'>> {
  const [product] = await db.select().from(products).where(eq(products.id, id));
  if (!product) throw new NotFound('No such bouquet.');
  return toBouquet({ product, sizes: await listSizes(db, id) });
}

/** Locks a bouquet until the transaction ends. */
export async function lockBouquet(tx: Transaction, id: number): Promise<StoredBouquet> {
  await requireNoImport(tx);
  const [product] = await tx.select().from(products).where(eq(products.id, id)).for('update');
  if (!product) throw new NotFound('No such bouquet.');
  return { product, sizes: await listSizes(tx, id) };
}

const listSizes = (db: Database | Transaction, id: number): Promise<ProductSizeRow[]> =>
  db.select().from(productSizes).where(eq(productSizes.productId, id)).orderBy(desc(productSizes.size));
