import type { Bouquet } from '#contract/desk-catalogue.ts';
import { type Content, type Draft, toContent, toDraft } from './draft.ts';

export type Field = keyof Content;

/** A draft, and the bouquet as it was when it was begun. `open` are fields that two have changed, until one is chosen. */
export type Editing = { base: Bouquet | null; draft: Draft; open: Conflict[]; taken: Field[] };
export type Conflict = { field: Field; theirs: Bouquet };

/** The fields that a draft changes. Of a new bouquet all that is filled in. */
export function listChanged({ base, draft }: Pick<Editing, 'base' | 'draft'>, empty: Draft): Field[] {
  return listDifferent(toContent(base ? toDraft(base) : empty), toContent(draft));
}

export function listDifferent(one: Content, other: Content): Field[] {
  // `Object.keys` is typed as string[], whatever the object.
  return (Object.keys(one) as Field[]).filter((field) => !isSame(one[field], other[field]));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Goes on with a draft after somebody else has saved the bouquet. What only they changed is taken from them, what only we
 * changed stays ours, and what both changed is left open: nobody's words are overwritten without being read.
 */
export function rebase({ base, draft, open }: Editing, theirs: Bouquet): Editing {
  if (!base) return { base: theirs, draft: toDraft(theirs), open: [], taken: [] };
  const before = toContent(toDraft(base));
  const now = toContent(toDraft(theirs));
  const mine = toContent(draft);
  const theirChanges = listDifferent(before, now);
  const ourChanges = listDifferent(before, mine);
  const stillOpen = open.map(({ field }) => field);
  const both = theirChanges.filter(
    (field) => (ourChanges.includes(field) || stillOpen.includes(field)) && !isSame(mine[field], now[field]),
  );
  const taken = theirChanges.filter((field) => !both.includes(field) && !isSame(mine[field], now[field]));
  const left = open.filter(({ field }) => !theirChanges.includes(field));
  return {
    base: theirs,
    draft: taken.reduce((known, field) => takeField(known, theirs, field), draft),
    open: [...left, ...both.map((field) => ({ field, theirs }))],
    taken,
  };
}

/** The draft with one field as the other has it. */
export function takeField(draft: Draft, theirs: Bouquet, field: Field): Draft {
  const from = toDraft(theirs);
  if (field === 'large' || field === 'grand')
    return { ...withRecipe(draft, from, field), sizes: { ...draft.sizes, [field]: from.sizes[field] } };
  if (field === 'stems') return withRecipe(draft, from, 'standard');
  if (field === 'price' || field === 'height_cm' || field === 'width_cm' || field === 'standard_picture') {
    const part = ({ price: 'price', height_cm: 'height', width_cm: 'width', standard_picture: 'photo' } as const)[
      field
    ];
    const standard = { ...draft.sizes.standard, [part]: from.sizes.standard[part] };
    return { ...draft, sizes: { ...draft.sizes, standard } };
  }
  const name = NAMES[field];
  return { ...draft, [name]: from[name] };
}

type Plain = Exclude<Field, 'large' | 'grand' | 'stems' | 'price' | 'height_cm' | 'width_cm' | 'standard_picture'>;
const NAMES: Record<Plain, keyof Draft> = {
  name: 'name',
  category: 'category',
  occasions: 'occasions',
  desc: 'desc',
  description: 'description',
  size: 'size',
  presentation: 'presentation',
  care: 'care',
  pictures: 'photos',
  available_from: 'availableFrom',
  available_until: 'availableUntil',
  most_per_day: 'mostPerDay',
  status: 'status',
};

/** The counts of one size from the other; flowers that only the other has are added at the end, those of no size are dropped. */
function withRecipe(draft: Draft, from: Draft, size: 'standard' | 'large' | 'grand'): Draft {
  const theirs = new Map(from.recipe.map(({ flower, counts }) => [flower, counts[size]]));
  const rows = draft.recipe.map((row) => ({
    ...row,
    counts: { ...row.counts, [size]: theirs.get(row.flower.trim()) ?? '' },
  }));
  const known = new Set(draft.recipe.map(({ flower }) => flower.trim()));
  const added = from.recipe
    .filter(({ flower, counts }) => counts[size] !== '' && !known.has(flower))
    .map((row) => ({ ...row, counts: { standard: '', large: '', grand: '', [size]: row.counts[size] } }));
  const isUsed = ({ counts }: (typeof rows)[number]) => Object.values(counts).some((count) => count !== '');
  return { ...draft, recipe: [...rows.filter(isUsed), ...added] };
}
