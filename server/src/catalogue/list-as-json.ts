import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import { type ListProducts, ProductList } from '#contract/products.ts';
import type { Deps } from '../deps.ts';
import { listProducts } from './list-products.ts';

/** Written at one go; between two, everyone else has a turn. */
const AT_ONCE = 500;

/** Writes only what the contract names: a column added to a table does not leak. */
export const toJson = <T extends z.ZodType>(shape: T, value: z.output<T>): string => JSON.stringify(shape.parse(value));

/** The list as JSON. A whole catalogue is written piece by piece, so that a large one keeps nobody waiting. */
export async function listAsJson(deps: Deps, wanted: ListProducts): Promise<string> {
  if (wanted.limit) return toJson(ProductList, await listProducts(deps, { ...wanted, limit: wanted.limit }));
  const pieces: string[] = [];
  for (let after = wanted.after; ; ) {
    const page = await listProducts(deps, { ...wanted, after, limit: AT_ONCE });
    if (page.length > 0) pieces.push(toJson(ProductList, page).slice(1, -1));
    if (page.length < AT_ONCE) return `[${pieces.join(',')}]`;
    after = page.at(-1)?.id;
    await setImmediate();
  }
}
