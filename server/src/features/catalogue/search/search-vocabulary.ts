import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { type CachedResponse, toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { searchVocabulary } from '../table.ts';
import { toWords } from './word-forms.ts';

export type Kind = 'stem' | 'colour' | 'occasion' | 'category';

/** Something that bouquets can be found by. */
export type Entry = {
  term: string;
  kind: Kind;
  /** As it was written, in lower case. */
  name: string;
  /** In the singular. */
  words: string[];
  /** The colours in the name of a stem. */
  colours: string[];
};

/** One meaning of a word. */
export type Reading = { kind: Kind; word: string; entries: Entry[] };

export type Vocabulary = {
  entries: Entry[];
  /** The terms that are frequent by PostgreSQL's statistics. */
  common: Set<string>;
  /** About how many bouquets there are, by the same. */
  bouquets: number;
};

/** A florist has a few hundred. Every word of a search is compared with each. */
const MOST_ENTRIES = 2_000;

/** The cache holds text; it is parsed once. */
const parsed = new WeakMap<CachedResponse, Vocabulary>();

/** All that bouquets can be found by, cached until the catalogue changes. */
export async function readVocabulary({ db, responseCache }: Pick<Deps, 'db' | 'responseCache'>): Promise<Vocabulary> {
  const cached = await responseCache.getOrMake('search vocabulary', async () => {
    // The stems last: if the vocabulary is too large, all occasions, colours and categories are still there.
    const rows = await db
      .select()
      .from(searchVocabulary)
      .orderBy(sql`${searchVocabulary.term} like 'stem:%'`, searchVocabulary.term)
      .limit(MOST_ENTRIES);
    const statistics = await db.execute<{ common: string[] | null; bouquets: number }>(sql`
      select reltuples as bouquets, (
        select most_common_elems::text::text[] from pg_stats
        where schemaname = 'public' and tablename = 'products' and attname = 'search_terms'
      ) as common
      from pg_class where oid = 'public.products'::regclass`);
    const { common, bouquets } = statistics.rows[0] ?? {};
    return toCachedResponse(200, {}, JSON.stringify({ rows, common: common ?? [], bouquets: bouquets ?? 0 }));
  });
  const known = parsed.get(cached);
  if (known) return known;
  // Our own JSON: the lines above wrote it.
  const { rows, common, bouquets } = JSON.parse(cached.body.toString()) as {
    rows: (typeof searchVocabulary.$inferSelect)[];
    common: string[];
    bouquets: number;
  };
  const vocabulary = { entries: rows.map(toEntry), common: new Set(common), bouquets };
  parsed.set(cached, vocabulary);
  return vocabulary;
}

function toEntry({ term, colours }: { term: string; colours: string[] }): Entry {
  const [kind = '', ...rest] = term.split(':');
  const name = rest.join(':');
  // The database function `search_terms` writes only these kinds.
  return { term, kind: kind as Kind, name, words: toWords(name), colours };
}
