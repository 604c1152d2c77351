import type { Deps } from '#server/deps.ts';
import { desc, getTableColumns, type NodePgDatabase } from '#server/platform/database/drizzle.ts';
import { type ProductRow, products } from '../table.ts';

/** A bouquet without what the database computes for searches and lists. */
export type StoredProduct = Omit<ProductRow, 'nameGrams' | 'searchTerms' | 'filterTerms' | 'largePence' | 'grandPence'>;

const { nameGrams, searchTerms, filterTerms, largePence, grandPence, ...columns } = getTableColumns(products);

/** Every bouquet, newest first. Lists of words for the search would take as long to read as all the rest. */
export const listStoredProducts = (db: Deps['db'] | NodePgDatabase): Promise<StoredProduct[]> =>
  (db as NodePgDatabase).select(columns).from(products).orderBy(desc(products.id));
