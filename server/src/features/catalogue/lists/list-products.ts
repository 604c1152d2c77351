import type { ListProducts } from '#contract/finding.ts';
import type { Product } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { chosenTerms } from '../search/filter-terms.ts';
import { searchInDatabase } from '../search/search-in-database.ts';
import { toProduct } from '../to-product.ts';
import { listFiltered } from './list-filtered.ts';
import { listPage } from './list-page.ts';

/** The bouquets that fit, in the order asked for; in a search, those whose name contains the words come first. */
export async function listProducts(deps: Deps, wanted: ListProducts & { limit: number }): Promise<Product[]> {
  const { search } = wanted;
  if (search) return searchInDatabase(deps, { ...wanted, search });
  const isFiltered = chosenTerms(wanted).length > 0 && !wanted.ids;
  return (await (isFiltered ? listFiltered(deps.db, wanted) : listPage(deps.db, wanted))).map(toProduct);
}
