import * as z from 'zod';
import { MAX_PENCE, type Pence } from '#contract/money.ts';
import { hasMarkRuns, normalise, SENT_PER_SIGN } from '#contract/normalise.ts';

const POUNDS = /^£?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/** `£1,234.5` → 123450, digit by digit: pounds are never multiplied. Undefined when it is no price. */
export function parsePounds(written: string): Pence | undefined {
  const [, pounds, pence = ''] = POUNDS.exec(written.trim()) ?? [];
  if (!pounds) return undefined;
  return Number(pounds.replaceAll(',', '') + pence.padEnd(2, '0'));
}

/** 1999 → `19.99`. */
export function writePounds(price: Pence): string {
  const digits = String(price).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const MAX_OCCASION = 40;
const CONTROLS = /[\p{Cc}\u2028\u2029]/u;

/**
 * Text as we store it: composed, trimmed, with plain line breaks where they are allowed, without control characters.
 */
function text(max: number, { lines = false } = {}) {
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
const entry = (max: number) => text(max).refine((value) => !value.includes(';'), 'may not hold a semicolon');

const occasion = entry(MAX_OCCASION).transform((value) => toNfc(value.toLowerCase(), MAX_OCCASION));

const price = z
  .union([z.string(), z.number()], 'is missing')
  // As text a number is the shortest decimal that means it: what stood in the file.
  .transform((value) => parsePounds(String(value)) ?? Number.NaN)
  .pipe(
    z
      .number('must be pounds, as in 36 or 36.50')
      .min(1, 'must be at least £0.01')
      .max(MAX_PENCE, 'must be at most £10,000'),
  );

const status = z
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

const count = z.int('needs a count, as in 5 × Pink peony').min(1, 'must be at least 1').max(999, 'must be at most 999');

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
      .max(300, 'must be at most 300')
      .nullable(),
  )
  .optional();

const fields = {
  item_code: text(40).refine(
    (value) => /^[A-Za-z0-9-]+$/.test(value),
    'may hold letters A to Z, digits and hyphens only',
  ),
  name: text(80),
  category: text(40),
  occasions: z
    .array(occasion, 'is missing')
    .max(12, 'are more than 12')
    .transform((value) => [...new Set(value)]),
  price,
  desc: text(160),
  description: text(2000, { lines: true }),
  size: text(80),
  height_cm: centimetres,
  width_cm: centimetres,
  presentation: text(160),
  stems: z.array(z.object({ flower: entry(80), count }), 'is missing').max(40, 'are more than 40'),
  care: text(500, { lines: true }),
  pictures: z
    .array(z.object({ file: text(300), alt: text(200) }), 'is missing')
    .min(1, 'is missing')
    .max(6, 'are more than 6'),
  status,
};

export const FIELDS = Object.keys(fields);

/** One bouquet as the owner writes it; parsed, its price is in whole pence. */
export const CatalogueRow = z
  .object(fields, 'is not a bouquet')
  .transform(({ price, ...row }) => ({ ...row, price_pence: price }));
export type CatalogueRow = z.infer<typeof CatalogueRow>;
