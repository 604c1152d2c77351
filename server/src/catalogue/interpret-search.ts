import { isMisspelling } from './is-misspelling.ts';
import { MOST_GROUPS, type SearchGroup, toGroups } from './search-groups.ts';
import { narrow, synonymOf } from './search-synonyms.ts';
import type { Entry, Reading } from './search-vocabulary.ts';
import { toWords } from './word-forms.ts';

/** A limit, because each word is compared with the whole vocabulary. */
const MOST_WORDS = 8;
const LONGEST_PHRASE = 3;
/** A last word of this length may be unfinished; after another word one letter less is enough. */
const SHORTEST_PART = 3;

/** Words that narrow nothing down, as in `a bunch of deep red roses for her`. */
const NOISE = new Set(
  'a an and at bouquet bright bunch by dark day deep flower for from get gift her him his hot i in is just light me my new of on or pale please say send soft some the their to us with you your'.split(
    ' ',
  ),
);

export type Interpretation = {
  /** Bouquets that fit all the words, by each way to read them. */
  groups: SearchGroup[];
  /** For when none fits them all: each word for itself. */
  apart: SearchGroup[];
  /** False if some word means nothing to us. */
  isWhole: boolean;
  /** Whether a word was corrected to another. */
  isCorrected: boolean;
};

/** Reads words that may be in no name as flowers, colours, occasions and categories. */
export function interpretSearch(search: string, entries: Entry[]): Interpretation {
  const narrowed = narrow(toWords(search).slice(0, MOST_WORDS));
  const { words } = narrowed;
  const mayBeNoise = words.some((word) => !NOISE.has(word));
  const units: Reading[][] = [];
  let isWhole = true;
  let isCorrected = false;
  for (let index = 0; index < words.length; ) {
    const exact = readPhrase(words, index, mayBeNoise, entries);
    index += exact?.length ?? 1;
    if (exact) {
      units.push(exact.readings);
      continue;
    }
    const word = words[index - 1] ?? '';
    if (mayBeNoise && NOISE.has(word)) continue;
    const isLast = index === words.length;
    const shortestPart = words.length > 1 ? SHORTEST_PART - 1 : SHORTEST_PART;
    const isPart = isLast && word.length >= shortestPart;
    const begun = isPart ? listReadings(entries, (candidate) => candidate.startsWith(word)) : [];
    const corrected = begun.length > 0 ? [] : listReadings(entries, (candidate) => isMisspelling(word, candidate));
    if (begun.length + corrected.length > 0) units.push([...begun, ...corrected]);
    else isWhole &&= isLast && words.length > 1 && word.length < SHORTEST_PART;
    isCorrected ||= corrected.length > 0;
  }
  return {
    groups: toGroups(units, entries, narrowed),
    apart: units.length > 1 ? units.flatMap((unit) => toGroups([unit], entries, narrowed)).slice(0, MOST_GROUPS) : [],
    isWhole,
    isCorrected,
  };
}

/** The longest phrase from here that means something: `thank you`, `letter box`. */
function readPhrase(words: string[], start: number, mayBeNoise: boolean, entries: Entry[]) {
  for (let length = Math.min(LONGEST_PHRASE, words.length - start); length > 0; length--) {
    const phrase = words.slice(start, start + length).join('');
    if (length === 1 && mayBeNoise && NOISE.has(phrase)) return undefined;
    const readings = listReadings(entries, (candidate) => candidate === phrase);
    if (readings.length > 0) return { length, readings };
    const meant = synonymOf(phrase);
    const other = meant === undefined ? [] : listReadings(entries, (candidate) => candidate === meant);
    if (other.length > 0) return { length, readings: other };
  }
  return undefined;
}

/** The vocabulary by word, so that each word is compared once, however many stems have it. */
type Lexicon = { colours: string[]; stems: Map<string, Entry[]>; others: Entry[] };

const lexicons = new WeakMap<Entry[], Lexicon>();

function lexiconOf(entries: Entry[]): Lexicon {
  const known = lexicons.get(entries);
  if (known) return known;
  const colours = new Set(entries.flatMap(({ kind, name, colours: ofStem }) => (kind === 'colour' ? [name] : ofStem)));
  const stems = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (entry.kind !== 'stem') continue;
    for (const word of entry.words) {
      if (!NOISE.has(word) && !colours.has(word)) stems.set(word, [...(stems.get(word) ?? []), entry]);
    }
  }
  const others = entries
    .filter(({ kind }) => kind === 'occasion' || kind === 'category')
    .toSorted((left, right) => (left.kind < right.kind ? 1 : -1));
  const lexicon = { colours: [...colours], stems, others };
  lexicons.set(entries, lexicon);
  return lexicon;
}

function listReadings(entries: Entry[], fits: (candidate: string) => boolean): Reading[] {
  const { colours, stems, others } = lexiconOf(entries);
  return [
    ...[...stems]
      .filter(([word]) => fits(word))
      .map(([word, having]): Reading => ({ kind: 'stem', word, entries: having })),
    ...colours.filter(fits).map((word): Reading => ({ kind: 'colour', word, entries: [] })),
    ...others
      .filter(({ words }) => fits(words.join('')) || words.some((word) => !NOISE.has(word) && fits(word)))
      .map((entry): Reading => ({ kind: entry.kind, word: entry.name, entries: [entry] })),
  ];
}
