import { isMisspelling } from './is-misspelling.ts';
import { MOST_GROUPS, type SearchGroup, toGroups } from './search-groups.ts';
import { joinPence, narrow } from './search-prices.ts';
import {
  chosenLater,
  isAnyBouquet,
  isGeneral,
  isNoise,
  MOURNING,
  synonymOf,
  unmarkedOccasion,
} from './search-synonyms.ts';
import type { Entry, Reading } from './search-vocabulary.ts';
import { toWords } from './word-forms.ts';

/** A limit, because each word is compared with the whole vocabulary. */
const MOST_WORDS = 8;
const LONGEST_PHRASE = 3;
/** A last word of this length may be unfinished; after another word one letter less is enough. */
const SHORTEST_PART = 3;

/** What a word or a phrase may mean; `meant` is the word of the catalogue that it is another for. */
type Unit = { readings: Reading[]; meant?: string };

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
  const narrowed = narrow(toWords(joinPence(search)).slice(0, MOST_WORDS));
  const { words } = narrowed;
  const mayBeNoise = words.some((word) => !isNoise(word));
  const units: Unit[] = [];
  const others = new Set<string>();
  const asides = new Set<string>();
  let isWhole = true;
  let isCorrected = false;
  let isForAny = false;
  for (let index = 0; index < words.length; ) {
    const exact = readPhrase(words, index, mayBeNoise, entries);
    index += exact?.length ?? 1;
    if (exact) {
      units.push(exact);
      continue;
    }
    const word = words[index - 1] ?? '';
    isForAny ||= isGeneral(word);
    if (mayBeNoise && isNoise(word)) continue;
    const unmarked = unmarkedOccasion(word);
    if (unmarked) others.add(unmarked);
    const later = chosenLater(word);
    if (later) asides.add(later);
    if (unmarked || later || isAnyBouquet(word)) continue;
    const isLast = index === words.length;
    const shortestPart = words.length > 1 ? SHORTEST_PART - 1 : SHORTEST_PART;
    const isPart = isLast && word.length >= shortestPart;
    const begun = isPart ? listReadings(entries, (candidate) => candidate.startsWith(word)) : [];
    const corrected = begun.length > 0 ? [] : listReadings(entries, (candidate) => isMisspelling(word, candidate));
    if (begun.length + corrected.length > 0) units.push({ readings: [...begun, ...corrected] });
    else isWhole &&= isNoise(word) || (isLast && words.length > 1 && word.length < SHORTEST_PART);
    isCorrected ||= corrected.length > 0;
  }
  const meant = withoutLesserOccasions(units).map(({ readings }) => readings);
  // `Wedding anniversary` is an occasion that we have.
  if (!meant.some(isOccasion)) for (const other of others) asides.add(other);
  // Without a vocabulary the search is too short for more than names.
  const isAny = entries.length > 0 && isWhole && (isForAny || asides.size > 0 || narrowed.labels.length > 0);
  const besides = { ...narrowed, asides: [...asides] };
  return {
    groups: meant.length > 0 || isAny ? toGroups(meant, entries, besides) : [],
    apart: meant.length > 1 ? meant.flatMap((unit) => toGroups([unit], entries, besides)).slice(0, MOST_GROUPS) : [],
    isWhole,
    isCorrected,
  };
}

/**
 * `Sorry for your loss` is about the loss, and `birthday flowers for mum` are for a birthday: where an occasion is named, or somebody
 * mourns, no other is guessed from the words around it.
 */
function withoutLesserOccasions(units: Unit[]): Unit[] {
  const isNamed = units.some(({ readings, meant }) => !meant && readings.some(({ kind }) => kind === 'occasion'));
  const mourns = units.some(({ readings, meant }) => meant === MOURNING && readings.length > 0);
  if (mourns) return units.filter(({ meant, readings }) => meant === MOURNING || (!meant && !isOccasion(readings)));
  return isNamed ? units.filter(({ meant }) => !meant) : units;
}

const isOccasion = (readings: Reading[]): boolean => readings.every(({ kind }) => kind === 'occasion');

/** The longest phrase from here that means something: `thank you`, `letter box`. */
function readPhrase(words: string[], start: number, mayBeNoise: boolean, entries: Entry[]) {
  for (let length = Math.min(LONGEST_PHRASE, words.length - start); length > 0; length--) {
    const phrase = words.slice(start, start + length).join('');
    if (length === 1 && ((mayBeNoise && isNoise(phrase)) || isAnyBouquet(phrase))) return undefined;
    const readings = listReadings(entries, (candidate) => candidate === phrase);
    if (readings.length > 0) return { length, readings };
    const meant = synonymOf(phrase);
    const other = meant === undefined ? [] : listReadings(entries, (candidate) => candidate === meant);
    if (other.length > 0) return { length, readings: other, meant };
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
      if (!isNoise(word) && !colours.has(word)) stems.set(word, [...(stems.get(word) ?? []), entry]);
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
      .filter(({ words }) => fits(words.join('')) || words.some((word) => !isNoise(word) && fits(word)))
      .map((entry): Reading => ({ kind: entry.kind, word: entry.name, entries: [entry] })),
  ];
}
