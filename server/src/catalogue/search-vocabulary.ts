import { sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { type Answer, toAnswer } from '../kept-answers.ts';
import { searchVocabulary } from './table.ts';
import { toWords } from './word-forms.ts';

export const KINDS = ['stem', 'colour', 'occasion', 'category'] as const;
export type Kind = (typeof KINDS)[number];

/** Something that bouquets can be found by. */
export type Entry = {
  term: string;
  kind: Kind;
  /** As it was written, in lower case. */
  name: string;
  /** In the singular. */
  words: string[];
  /** What the name of a stem tells of its colour. */
  colours: string[];
};

/** A florist has a few hundred. More would make every search compare its words with more. */
const MOST_ENTRIES = 2_000;

/** Read anew from the row that is cached, not at each search. */
const entriesOf = new WeakMap<Answer, Entry[]>();

/** All that bouquets can be found by, cached until the catalogue changes. */
export async function readVocabulary({ db, shelf }: Pick<Deps, 'db' | 'shelf'>): Promise<Entry[]> {
  const cached = await shelf.keep('search vocabulary', async () => {
    // The stems last: of a vocabulary that is too large, occasions, colours and categories are all there.
    const rows = await db
      .select()
      .from(searchVocabulary)
      .orderBy(sql`${searchVocabulary.term} like 'stem:%'`, searchVocabulary.term)
      .limit(MOST_ENTRIES);
    return toAnswer(200, {}, JSON.stringify(rows));
  });
  const known = entriesOf.get(cached);
  if (known) return known;
  const entries = (JSON.parse(cached.body.toString()) as (typeof searchVocabulary.$inferSelect)[]).map(toEntry);
  entriesOf.set(cached, entries);
  return entries;
}

export function toEntry({ term, colours }: { term: string; colours: string[] }): Entry {
  const [kind = '', ...rest] = term.split(':');
  const name = rest.join(':');
  return { term, kind: kind as Kind, name, words: toWords(name), colours };
}
