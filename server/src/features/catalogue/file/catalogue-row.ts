import * as z from 'zod';
import { BOUQUET_LIMITS as MOST } from '#contract/bouquet-limits.ts';
import { isCountable } from '#contract/day-input.ts';
import { MAX_PENCE, type Pence, readPounds, toPence } from '#contract/money.ts';
import { hasMarkRuns, normalise, SENT_PER_SIGN } from '#contract/normalise.ts';

/** 1999 → `19.99`. */
export function writePounds(price: Pence): string {
  const digits = String(price).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const CONTROLS = /[\p{Cc}\u2028\u2029]/u;

/**
 * Text as we store it: composed, trimmed, with plain line breaks where they are allowed, without control characters.
 */
export function text(max: number, { lines = false } = {}) {
  const tooLong = `is longer than ${max} characters`;
  return z
    .string('is missing')
    .refine((value) => value.length <= SENT_PER_SIGN * max, { error: tooLong, abort: true })
    .refine((value) => !hasMarkRuns(value), { error: 'holds more than 30 accents on one letter', abort: true })
    .transform((value) => toNfc(value, max).replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(1, 'is missing')
        .max(max, tooLong)
        .refine((value) => value.isWellFormed(), 'holds half a character')
        .refine(
          (value) => !CONTROLS.test(lines ? value.replaceAll('\n', '') : value),
          lines ? 'holds a control character' : 'holds a line break or a control character',
        ),
    );
}

const toNfc = (value: string, max: number): string => normalise('NFC', value, SENT_PER_SIGN * max) ?? value;

/** Semicolons separate the entries of a cell, so no entry may contain one. */
export const entry = (max: number) => text(max).refine((value) => !value.includes(';'), 'may not hold a semicolon');

const occasion = entry(MOST.occasion).transform((value) => toNfc(value.toLowerCase(), MOST.occasion));

export const price = z
  .union([z.string(), z.number()], 'is missing')
  // As text a number is the shortest decimal that means it: what stood in the file.
  .transform((value) => toPence(readPounds(String(value)) ?? Number.NaN))
  .pipe(
    z
      .number('must be pounds, as in 36 or 36.50')
      .min(1, 'must be at least £0.01')
      .max(MAX_PENCE, 'must be at most £10,000'),
  );

export const status = z
  .string()
  .default('on_sale')
  .transform(
    (value) =>
      value
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_') || 'on_sale',
  )
  .pipe(z.enum(['on_sale', 'sold_out', 'withdrawn'], 'must be on_sale, sold_out or withdrawn'));

const count = z
  .int('needs a count, as in 5 × Pink peony')
  .min(1, 'must be at least 1')
  .max(MOST.stems, `must be at most ${MOST.stems}`);

/** Optional: an empty cell deletes the measure, a file without the column leaves what is stored. */
const centimetres = z
  .union([z.string(), z.number(), z.null()])
  .transform((value) =>
    String(value ?? '')
      .trim()
      .replace(/\s*cm$/i, ''),
  )
  .transform((value) => (value === '' ? null : Number(value)))
  .pipe(
    z
      .int('must be whole centimetres, as in 32')
      .min(1, 'must be at least 1')
      .max(MOST.centimetres, `must be at most ${MOST.centimetres}`)
      .nullable(),
  )
  .optional();

const wholeNumber = (words: string) =>
  z
    .union([z.string(), z.number(), z.null()])
    .transform((value) => String(value ?? '').trim())
    .transform((value) => (value === '' ? null : Number(value)))
    .pipe(z.int(words).min(1, 'must be at least 1').max(MOST.perDay, 'must be at most 10,000').nullable())
    .optional();

const SAY_DAY = 'must be a day, as in 2026-12-01';

/** `2026-12-01`, or `01/12/2026` as spreadsheets write it here. */
const day = z
  .union([z.string(), z.null()])
  .transform((value) => (value ?? '').trim().replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1'))
  .transform((value) => (value === '' ? null : value))
  .pipe(z.iso.date({ error: SAY_DAY, abort: true }).refine(isCountable, SAY_DAY).nullable())
  .optional();

const stems = z
  .array(z.object({ flower: entry(MOST.flower), count }), 'is missing')
  .max(MOST.flowers, `are more than ${MOST.flowers}`);
export const picture = z.object({ file: text(300), alt: text(MOST.alt) });
/** A size has one picture or none, taken where the other sizes were. */
const sizePictures = z.array(picture).max(1, 'are more than 1').default([]);

const size = z
  .object({
    price,
    stems: stems.min(1, 'is missing'),
    height_cm: centimetres,
    width_cm: centimetres,
    pictures: sizePictures,
  })
  .transform(({ price, height_cm = null, width_cm = null, ...row }) => ({
    ...row,
    price_pence: price,
    height_cm,
    width_cm,
  }));
/** A size beside the standard one. */
export type SizeRow = z.infer<typeof size>;

/** Optional: a file without sizes leaves what is stored; a size that a file with sizes does not name goes off sale. */
const sizes = z
  .strictObject(
    {
      standard: z.strictObject({ pictures: sizePictures }, 'holds pictures only').optional(),
      large: size.optional(),
      grand: size.optional(),
    },
    'must name standard, large or grand',
  )
  .optional();

const fields = {
  item_code: text(MOST.itemCode).refine(
    (value) => /^[A-Za-z0-9-]+$/.test(value),
    'may hold letters A to Z, digits and hyphens only',
  ),
  name: text(MOST.name),
  category: text(MOST.category),
  occasions: z
    .array(occasion, 'is missing')
    .max(MOST.occasions, `are more than ${MOST.occasions}`)
    .transform((value) => [...new Set(value)]),
  price,
  desc: text(MOST.summary),
  description: text(MOST.description, { lines: true }),
  size: text(MOST.size),
  height_cm: centimetres,
  width_cm: centimetres,
  presentation: text(MOST.presentation),
  stems,
  care: text(MOST.care, { lines: true }),
  pictures: z.array(picture, 'is missing').min(1, 'is missing').max(MOST.pictures, `are more than ${MOST.pictures}`),
  sizes,
  available_from: day,
  available_until: day,
  most_per_day: wholeNumber('must be a whole number, as in 20'),
  status,
};

export const FIELDS = Object.keys(fields);

/** One bouquet as the owner writes it; parsed, its price is in whole pence. */
export const CatalogueRow = z
  .object(fields, 'is not a bouquet')
  .refine(({ available_from: from, available_until: until }) => !from || !until || from <= until, {
    error: 'is before available_from',
    path: ['available_until'],
  })
  .transform(({ price, ...row }) => ({ ...row, price_pence: price }));
export type CatalogueRow = z.infer<typeof CatalogueRow>;
