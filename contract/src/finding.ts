import * as z from 'zod';
import { COLOURS, MOST_FLOWERS, PRICE_BANDS } from './filter-words.ts';
import { digits, Id, PathId } from './ids.ts';
import { MAX_LIST_LIMIT, MAX_SEARCH_LENGTH } from './limits.ts';
import { SENT_PER_SIGN } from './normalise.ts';
import { ProductSort } from './products.ts';
import { settledText } from './text.ts';

export const PETS = ['safe'] as const;

const MAX_FILTER_LENGTH = 60;
const MOST_SENT = MOST_FLOWERS * (MAX_FILTER_LENGTH + 1);
/** How many bouquets can be asked for by their ids. */
const MOST_IDS = 24;

/** PostgreSQL stores no NUL in text, so none can be searched for. */
const plainText = (maxLength: number) =>
  settledText(
    {
      mostSent: SENT_PER_SIGN * maxLength,
      tooLong: `Too big: expected string to have <=${maxLength} characters`,
      unfit: 'May not hold so many marks on one letter.',
    },
    z.string(),
  ).refine((text) => !text.includes('\0'), 'May not hold a null character.');

const filterWord = plainText(MAX_FILTER_LENGTH).pipe(z.string().trim().min(1).max(MAX_FILTER_LENGTH).toLowerCase());

/** `White, pink,pink` → `['pink', 'white']`: the same choice is always written the same way. */
const toValues = (text: string): string[] =>
  [...new Set(text.split(',').map((value) => value.trim().toLowerCase()))].filter((value) => value !== '').toSorted();

const severalOf = <T extends string>(known: readonly T[]) =>
  plainText(MOST_SENT)
    .transform(toValues)
    .pipe(
      z
        .array(z.enum(known, `Must be of these, separated by commas: ${known.join(', ')}.`))
        .min(1, `Must be of these, separated by commas: ${known.join(', ')}.`),
    );

const flowers = plainText(MOST_SENT)
  .transform(toValues)
  .pipe(
    z
      .array(z.string().max(MAX_FILTER_LENGTH))
      .min(1, 'Must name a flower.')
      .max(MOST_FLOWERS, `May name at most ${MOST_FLOWERS} flowers.`),
  );

/** What a list can be narrowed by besides category and occasion. Several of one kind widen it, several kinds narrow it. */
export const FINDING = {
  colour: severalOf(COLOURS).optional().meta({ description: 'Any of these colours, separated by commas.' }),
  flower: flowers.optional().meta({
    description: `Any of these flowers, in the singular and separated by commas: at most ${MOST_FLOWERS}.`,
  }),
  price: severalOf(PRICE_BANDS.map(({ name }) => name))
    .optional()
    .meta({ description: 'In any of these price bands, by the standard size, in pounds; separated by commas.' }),
  pets: z.enum(PETS, 'Must be: safe.').optional().meta({
    description:
      '`safe`: every plant in it is on the ASPCA’s list of those that are not toxic to cats and dogs. A plant that we do not know is not called safe.',
  }),
};

const ids = z
  .string()
  .max(MOST_IDS * 11)
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(digits.pipe(Id)).max(MOST_IDS, `May name at most ${MOST_IDS} bouquets.`));

const KNOWN: Record<keyof typeof FINDING, readonly string[] | undefined> = {
  colour: COLOURS,
  flower: undefined,
  price: PRICE_BANDS.map(({ name }) => name),
  pets: PETS,
};

/** A filter out of an address without what is not known: where the API refuses, a page leaves out. */
export function readFilter(name: keyof typeof FINDING, text: string): string {
  const known = KNOWN[name];
  const values = toValues(text.slice(0, MOST_SENT));
  const chosen = known
    ? values.filter((value) => known.includes(value))
    : values.filter(({ length }) => length <= MAX_FILTER_LENGTH).slice(0, MOST_FLOWERS);
  return chosen.join(',');
}

export const ListProducts = z.object({
  search: plainText(MAX_SEARCH_LENGTH).pipe(z.string().trim().max(MAX_SEARCH_LENGTH)).optional().meta({
    description:
      'Part of a name, in any case, taken literally. Flowers, colours, occasions and categories are found after the names, misspelt ones too.',
  }),
  category: filterWord.optional(),
  occasion: filterWord.optional(),
  ...FINDING,
  ids: ids.optional().meta({ description: 'Only these bouquets: their ids, separated by commas.' }),
  sort: ProductSort.default('new'),
  limit: digits.pipe(z.int().max(MAX_LIST_LIMIT)).optional().meta({ description: 'Without it, the whole list.' }),
  after: PathId.optional().meta({ description: 'Id of the last product of the page before, in the same order.' }),
});
export type ListProducts = z.infer<typeof ListProducts>;

/** What the counts of the filters are narrowed by. */
export const NarrowFacets = ListProducts.pick({
  category: true,
  occasion: true,
  colour: true,
  flower: true,
  price: true,
  pets: true,
});
export type NarrowFacets = z.infer<typeof NarrowFacets>;
