import type { Extra } from '#contract/products.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { type CachedResponse, toCachedResponse } from '../http/cached-response.ts';
import { extras } from './table.ts';
import { toExtra } from './to-product.ts';

/** The cache holds text; it is parsed once. */
const parsed = new WeakMap<CachedResponse, Extra[]>();

/** The extras on sale, the same for every bouquet, cached until the catalogue changes. */
export async function listExtras({ db, responseCache }: Pick<Deps, 'db' | 'responseCache'>): Promise<Extra[]> {
  const cached = await responseCache.getOrMake('extras', async () => {
    const rows = await db.select().from(extras).where(eq(extras.onSale, true)).orderBy(extras.position, extras.id);
    return toCachedResponse(200, {}, JSON.stringify(rows.map(toExtra)));
  });
  const known = parsed.get(cached);
  if (known) return known;
  // Our own JSON: the lines above wrote it.
  const listed = JSON.parse(cached.body.toString()) as Extra[];
  parsed.set(cached, listed);
  return listed;
}
