import { LIST_PAGE } from '#contract/limits.ts';
import { newSearches } from '../search-words.ts';
import type { Postgres } from './postgres.ts';

export type Bouquet = { code: string; name: string; description: string; pricePence: number };

const SIZES = [24, 5_000] as const;
export type Size = (typeof SIZES)[number];
/** One of them shows that it works. */
export const WANTED_SIZES = SIZES.filter(
  (size) => !process.env.BENCH_PEERS_SIZE || size === Number(process.env.BENCH_PEERS_SIZE),
);

/** The one list, read from our own shop: the others are stocked with what it holds. */
export function listBouquets(postgres: Postgres, database: string): Promise<Bouquet[]> {
  return postgres.query<Bouquet>(
    `select item_code as code, name, description, price_pence as "pricePence" from products order by id`,
    [],
    database,
  );
}

export type Search = { word: string; limit: number };

/** The same searches for every server, in the same order, none of them repeated. */
export function makeSearches(bouquets: Bouquet[]): () => Search {
  const next = newSearches(bouquets.map(({ name }) => name));
  return () => {
    const asked = new URL(next(), 'http://shop').searchParams;
    return { word: asked.get('search') ?? '', limit: Number(asked.get('limit') ?? LIST_PAGE) };
  };
}
