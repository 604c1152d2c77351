import type { FlowerLike } from '#contract/desk.ts';
import { sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';

const MOST_OFFERED = 6;

type Stem = { name: string; colours: string[] };

/** Flowers of the catalogue that could go in for one that is missing: the same flower first, then the same colour. */
export async function listFlowersLike({ db }: Pick<Deps, 'db'>, missing: string): Promise<FlowerLike[]> {
  const { rows } = await db.execute<Stem>(sql`
    select substr(term, 6) as name, colours from search.vocabulary where term like 'stem:%' order by term`);
  const own = missing.toLowerCase();
  const colours = rows.find(({ name }) => name === own)?.colours ?? [];
  const others = rows.filter(({ name }) => name !== own);
  const same = others.filter(({ name }) => kindOf(name) === kindOf(own));
  const alike = others.filter(
    (stem) => !same.includes(stem) && stem.colours.some((colour) => colours.includes(colour)),
  );
  // Of the same flower, those of its colour come first.
  const shares = (stem: Stem) => stem.colours.some((colour) => colours.includes(colour));
  return [
    ...same.toSorted((left, right) => Number(shares(right)) - Number(shares(left))).map(as('same flower')),
    ...alike.map(as('same colour')),
  ].slice(0, MOST_OFFERED);
}

/** `rose` for `peach rose (bud)`. */
const kindOf = (name: string): string =>
  name
    .replace(/\s*\(.*\)$/, '')
    .split(' ')
    .at(-1) ?? name;

const as =
  (like: FlowerLike['like']) =>
  ({ name }: Stem): FlowerLike => ({ name: name.charAt(0).toUpperCase() + name.slice(1), like });
