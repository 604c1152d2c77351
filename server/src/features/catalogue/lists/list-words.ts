import { CatalogueWords } from '#contract/desk-catalogue.ts';
import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { flowers, productSizes, products } from '../table.ts';

/** What bouquets have already: categories, occasions, flowers by name. Cached until the catalogue changes. */
export async function listWords({ db, responseCache }: Pick<Deps, 'db' | 'responseCache'>): Promise<CatalogueWords> {
  const cached = await responseCache.getOrMake('catalogue words', async () => {
    const { rows } = await db.execute<Omit<CatalogueWords, 'next_code'> & { highest: string | null }>(sql`
      select
        array(select distinct ${products.category} from ${products} order by 1) as categories,
        array(select distinct occasion from ${products}, unnest(${products.occasions}) as occasion order by 1) as occasions,
        array(
          select stem ->> 'flower' from ${products}, jsonb_array_elements(${products.stems}) as stem
          union select stem ->> 'flower' from ${productSizes}, jsonb_array_elements(${productSizes.stems}) as stem
          union select ${flowers.name} from ${flowers}
          order by 1
        ) as flowers,
        (
          select ${products.itemCode} from ${products} where ${products.itemCode} ~ '[0-9]{1,9}$'
          order by substring(${products.itemCode} from '[0-9]{1,9}$')::int desc limit 1
        ) as highest`);
    const { highest = null, ...words } = rows[0] ?? {};
    return toCachedResponse(200, {}, JSON.stringify({ ...words, next_code: nextCode(highest ?? '') }));
  });
  return CatalogueWords.parse(JSON.parse(String(cached.body)));
}

/** `ML-1024` → `ML-1025`. */
function nextCode(code: string): string {
  const [, start = '', digits = ''] = /^(.*?)(\d{1,9})$/.exec(code) ?? [];
  return digits && start + String(Number(digits) + 1).padStart(digits.length, '0');
}
