import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import type { ListProducts } from '#contract/finding.ts';
import { ProductList } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { searchInMemory } from '../search/search-in-memory.ts';
import { listProducts } from './list-products.ts';

/** Bouquets that are serialised in one go; between two batches the event loop serves other requests. */
const BATCH = 500;

/** Writes only what the contract names: a column added to a table does not leak. */
export const toJson = <T extends z.ZodType>(shape: T, value: z.output<T>): string => JSON.stringify(shape.parse(value));

/** The list as JSON. A whole catalogue is serialised in batches, so that a large one does not block other requests. */
export async function listAsJson(deps: Deps, wanted: ListProducts): Promise<string> {
  const { search, limit = BATCH } = wanted;
  const searched = search ? await searchInMemory(deps, { ...wanted, search, limit }) : undefined;
  if (searched !== undefined) return searched;
  if (wanted.limit) return toJson(ProductList, await listProducts(deps, { ...wanted, limit: wanted.limit }));
  const pieces: string[] = [];
  for (let after = wanted.after; ; ) {
    const page = await listProducts(deps, { ...wanted, after, limit: BATCH });
    if (page.length > 0) pieces.push(toJson(ProductList, page).slice(1, -1));
    if (page.length < BATCH) return `[${pieces.join(',')}]`;
    after = page.at(-1)?.id;
    await setImmediate();
  }
}
