import { describeFlower, describeOccasion, joinLabel, joinWords } from './search-labels.ts';
import type { Narrowed } from './search-prices.ts';
import type { Entry, Reading } from './search-vocabulary.ts';

/** Each group is a query to the database. */
export const MOST_GROUPS = 4;
const MOST_TERMS = 100;

/** Bouquets found by the same thing. */
export type SearchGroup = {
  /** As in `With red roses, for a birthday`. */
  label: string;
  /** A bouquet has at least one term of each list. */
  all: string[][];
  /** And it costs so much at least, and less than this. */
  fromPence?: number;
  belowPence?: number;
};

/** What is said beside what bouquets are found by: prices, and asides such as `for the day you choose`. */
type Besides = Pick<Narrowed, 'labels' | 'fromPence' | 'belowPence'> & { asides: string[] };

type Part = { words: string; all: string[][] };
type Flower = { words: string[]; stems: Entry[] };

/** One group for each way to read the words together, the likeliest first; all bouquets where there is nothing to read. */
export function toGroups(units: Reading[][], entries: Entry[], besides: Besides): SearchGroup[] {
  if (units.length === 0) {
    const all = besides.labels.length > 0 ? [] : [{ words: 'all our bouquets', all: [] }];
    return [withBesides(toGroup(all), besides)];
  }
  let ways: Reading[][] = [[]];
  for (const unit of units) {
    ways = ways.flatMap((way) => unit.map((reading) => [...way, reading])).slice(0, MOST_GROUPS);
  }
  return ways
    .flatMap((way) => readTogether(way, entries))
    .slice(0, MOST_GROUPS)
    .map((group) => withBesides(group, besides));
}

const withBesides = (group: SearchGroup, { labels, asides, fromPence, belowPence }: Besides): SearchGroup => ({
  ...group,
  label: joinLabel([group.label, ...labels, ...asides].filter((words) => words !== '')),
  ...(fromPence !== undefined && { fromPence }),
  ...(belowPence !== undefined && { belowPence }),
});

function readTogether(way: Reading[], entries: Entry[]): SearchGroup[] {
  const wordsOf = (kind: Reading['kind']) => [
    ...new Set(way.filter((reading) => reading.kind === kind).map(({ word }) => word)),
  ];
  const stems = entries.filter(({ kind }) => kind === 'stem');
  const colours = wordsOf('colour');
  const flowers = toFlowers(wordsOf('stem'), stems);
  const others: Part[] = [
    ...wordsOf('category').map((name) => ({ words: name, all: [[`category:${name}`]] })),
    ...wordsOf('occasion').map((name) => ({ words: describeOccasion(name), all: [[`occasion:${name}`]] })),
  ];
  const coloured = colours.length > 0 ? toColouredFlower(flowers, colours) : undefined;
  if (coloured) return [toGroup([coloured, ...others])];

  const plain = flowers.map((flower) => ({
    words: describeFlower(flower.words, flower.stems),
    all: [toTerms(flower.stems)],
  }));
  if (colours.length === 0) return [toGroup([...plain, ...others])];
  // A bouquet of another colour may still hold some of it.
  const some = {
    words: `with some ${joinWords(colours)}`,
    all: colours.map((colour) => toTerms(stems.filter((stem) => stem.colours.includes(colour)))),
  };
  const whole = { words: joinWords(colours), all: colours.map((colour) => [`colour:${colour}`]) };
  return [whole, some].map((part) => toGroup([part, ...plain, ...others]));
}

/** Words that one stem has are one flower: `spray roses`. Otherwise each is one: `roses` and `lilies`. */
function toFlowers(words: string[], stems: Entry[]): Flower[] {
  if (words.length === 0) return [];
  const having = (wanted: string[]) => stems.filter((stem) => wanted.every((word) => stem.words.includes(word)));
  const together = having(words);
  if (together.length > 0) return [{ words, stems: together }];
  return words.map((word) => ({ words: [word], stems: having([word]) }));
}

/**
 * `red roses` are roses that are red. None if there is no such flower, or more than one that the colour may belong to.
 */
function toColouredFlower(flowers: Flower[], colours: string[]): Part | undefined {
  const [flower] = flowers;
  if (!flower || flowers.length > 1) return undefined;
  const byColour = colours.map((colour) => flower.stems.filter((stem) => stem.colours.includes(colour)));
  if (byColour.some((stems) => stems.length === 0)) return undefined;
  return { words: describeFlower(flower.words, flower.stems, colours), all: byColour.map(toTerms) };
}

const toTerms = (entries: Entry[]): string[] => entries.slice(0, MOST_TERMS).map(({ term }) => term);

const toGroup = (parts: Part[]): SearchGroup => ({
  label: joinLabel(parts.map(({ words }) => words)),
  all: parts.flatMap(({ all }) => all),
});
