import * as z from 'zod';
import { COLOURS, MOST_FLOWERS, PRICE_BANDS } from './filter-words.ts';
import { digits, Id } from './ids.ts';
import { SENT_PER_SIGN } from './normalise.ts';
import { settledText } from './text.ts';

export const PETS = ['safe'] as const;

const MAX_FILTER_LENGTH = 60;
const MOST_SENT = MOST_FLOWERS * (MAX_FILTER_LENGTH + 1);
/** How many bouquets can be asked for by their ids. */
const MOST_IDS = 24;

/** PostgreSQL stores no NUL in text, so none can be searched for. */
export const plainText = (maxLength: number) =>
  settledText(
    {
      mostSent: SENT_PER_SIGN * maxLength,
      tooLong: `Too big: expected string to have <=${maxLength} characters`,
      unfit: 'May not hold so many marks on one letter.',
    },
    z.string(),
  ).refine((text) => !text.includes('\0'), 'May not hold a null character.');

export const filterWord = plainText(MAX_FILTER_LENGTH).pipe(
  z.string().trim().min(1).max(MAX_FILTER_LENGTH).toLowerCase(),
);

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

export const ids = z
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

/** Why a bouquet can be called safe around pets, or why not. */
export const AroundPets = z
  .object({ safe: z.boolean(), reason: z.string() })
  .meta({ id: 'AroundPets', description: 'Whether it can stand in a home with cats and dogs, and why or why not.' });
export type AroundPets = z.infer<typeof AroundPets>;
