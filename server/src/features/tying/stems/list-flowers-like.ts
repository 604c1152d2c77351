import type { FlowerLike } from '#contract/desk-swaps.ts';
import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';

const MOST_OFFERED = 6;
/** Of the same flower, so that there is room for others of its colour. */
const MOST_OF_SAME = 4;

type Stem = { name: string; colours: string[]; worth: number };

/** A red rose and a coral one are as far apart as this, a red and a blush one are further. */
const FAR = 2;

/**
 * Flowers of the catalogue that could go in for one that is missing: the same flower in a colour near to it, the nearest first; then
 * others of its colour that are worth as much or more; then the same flower in any other colour.
 */
export async function listFlowersLike({ db }: Pick<Deps, 'db'>, missing: string): Promise<FlowerLike[]> {
  const { rows } = await db.execute<Stem>(STEMS);
  const own = nameOf(missing);
  const { colours = [], worth = 0 } = rows.find(({ name }) => name === own) ?? {};
  // A bud is missing: the open flower is the first that goes in.
  const others = rows.filter(({ name }) => name !== missing.toLowerCase());
  const distance = (stem: Stem) =>
    stem.name === own ? 0 : distanceOf(stem.colours, colours) + Math.abs(depthOf(stem.name) - depthOf(own));
  const same = others
    .filter(({ name }) => kindOf(name) === kindOf(own))
    .toSorted((one, other) => distance(one) - distance(other) || one.name.localeCompare(other.name, 'en-GB'));
  const alike = others
    .filter((stem) => kindOf(stem.name) !== kindOf(own) && stem.worth >= worth)
    .filter((stem) => stem.colours.some((colour) => colours.includes(colour)))
    .toSorted((one, other) => one.worth - other.worth || one.name.localeCompare(other.name, 'en-GB'));
  const offered = same.slice(0, Math.max(MOST_OF_SAME, MOST_OFFERED - alike.length));
  const found = offered.findIndex((stem) => distance(stem) > FAR);
  const far = found < 0 ? offered.length : found;
  return [
    ...offered.slice(0, far).map(as('same flower', own)),
    ...alike.slice(0, MOST_OFFERED - offered.length).map(as('same colour', own)),
    ...offered.slice(far).map(as('same flower', own)),
  ];
}

/**
 * What a stem is worth nobody tells the shop. It is taken from what bouquets cost: a stem's share of the price, on average over the
 * bouquets that it is in, those counting most that consist of it.
 */
const STEMS = sql`
  with parts as (
    select products.id, products.price_pence, lower(btrim(split_part(stem ->> 'flower', '(', 1))) as name,
      (stem ->> 'count')::numeric as count
    from products cross join lateral jsonb_array_elements(products.stems) as stem
  ), totals as (select id, sum(count) as count from parts group by id)
  select parts.name, vocabulary.colours,
    (sum(parts.price_pence * parts.count / totals.count / totals.count) / sum(parts.count / totals.count))::float as worth
  from parts join totals using (id) join search.vocabulary on vocabulary.term = 'stem:' || parts.name
  where totals.count > 0
  group by parts.name, vocabulary.colours order by parts.name`;

/** As colours neighbour each other; the last is next to the first. */
const CIRCLE = ['red', 'pink', 'purple', 'blue', 'green', 'yellow', 'orange', 'peach', 'coral'];
/** White, and what has no colour in its name: it goes with all, and is near to none. */
const NEUTRAL = 3;

/** 0 for the same colour, 1 for the next: pink is next to red. */
function distanceOf(ones: readonly string[], others: readonly string[]): number {
  if (ones.some((colour) => others.includes(colour))) return 0;
  const places = (colours: readonly string[]) =>
    colours.map((each) => CIRCLE.indexOf(each)).filter((place) => place >= 0);
  const steps = places(ones).flatMap((one) =>
    places(others).map((other) => Math.min(Math.abs(one - other), CIRCLE.length - Math.abs(one - other))),
  );
  return Math.min(NEUTRAL, ...steps);
}

const PALE = /\b(?:blush|champagne|cream|ivory|light|lilac|pale|pastel|powder|soft|white)\b|^café au lait\b/;
const DEEP = /\b(?:burgundy|crimson|dark|deep|fuchsia|hot|magenta|purple|red)\b/;

/** How strong a colour is. Blush and red are neighbours on the circle, and nobody would take one for the other. */
function depthOf(name: string): number {
  if (DEEP.test(name)) return 2;
  return PALE.test(name) ? 0 : 1;
}

/** `peach rose` for `Peach rose (bud)`. */
const nameOf = (flower: string): string => flower.toLowerCase().replace(/\s*\(.*\)$/, '');

/** `rose` for `peach rose`. A spray rose is another flower: small heads, and many of them. */
const kindOf = (name: string): string => /(?:spray )?\S+$/.exec(name)?.[0] ?? name;

const as =
  (like: FlowerLike['like'], own: string) =>
  ({ name }: Stem): FlowerLike => ({ name: name.charAt(0).toUpperCase() + name.slice(1), like, near: name === own });
