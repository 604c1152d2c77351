import type { Extra } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { type CachedResponse, toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { extras } from '../table.ts';
import { toExtra } from '../to-product.ts';
import { goesWith } from './goes-with.ts';

/** The cache holds text; it is parsed once. */
const parsed = new WeakMap<CachedResponse, OfferedExtra[]>();

/** What is shown of an extra, and the words of the wrapping it goes with. */
type OfferedExtra = { shown: Extra; goesWith: string[] };

/** The extras on sale that go with a bouquet in this wrapping. */
export async function listExtras(deps: Pick<Deps, 'db' | 'responseCache'>, presentation: string): Promise<Extra[]> {
  const offered = await listOffered(deps);
  return offered.filter((extra) => goesWith(extra.goesWith, presentation)).map(({ shown }) => shown);
}

/** All of them, cached until the catalogue changes. */
async function listOffered({ db, responseCache }: Pick<Deps, 'db' | 'responseCache'>): Promise<OfferedExtra[]> {
  const cached = await responseCache.getOrMake('extras', async () => {
    const rows = await db.select().from(extras).where(eq(extras.onSale, true)).orderBy(extras.position, extras.id);
    return toCachedResponse(
      200,
      {},
      JSON.stringify(rows.map((row) => ({ shown: toExtra(row), goesWith: row.goesWith }))),
    );
  });
  const known = parsed.get(cached);
  if (known) return known;
  // Our own JSON: the lines above wrote it.
  const listed = JSON.parse(cached.body.toString()) as OfferedExtra[];
  parsed.set(cached, listed);
  return listed;
}
