import { isPostcode } from '#contract/postcode.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';

/** More words than these narrow nothing down. */
const MOST_TERMS = 6;
const IS_PHONE = /^[+\d\s().\-–/]+$/;
const LEAST_PHONE_DIGITS = 7;
/** The beginning of a postcode with a space in it: `E8 1`. */
const IS_PART_OF_POSTCODE = /^[a-z]{1,2}\d[a-z\d]? \d[a-z]{0,2}$/i;

/** What is typed, as patterns that must all be among an order's words. */
export async function toPatterns(db: Database, typed: string): Promise<string[]> {
  const terms = toTerms(typed);
  if (terms.length === 0) return [];
  const { rows } = await db.execute<{ pattern: string }>(sql`
    select '%' || regexp_replace(fold_words(term), '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern
    from unnest(${sql.param(terms)}::text[]) with ordinality as typed(term, place) order by place`);
  return rows.map(({ pattern }) => pattern);
}

/** A phone number or a postcode is one term however it is written; anything else is split into words. */
export function toTerms(typed: string): string[] {
  const phone = toPhoneDigits(typed);
  if (phone) return [phone];
  const plain = typed.replace(/^#(?=\d)/, '').trim();
  if (isPostcode(plain) || IS_PART_OF_POSTCODE.test(plain)) return [plain.replaceAll(' ', '')];
  return plain
    .split(/[\s,]+/)
    .filter((term) => term !== '')
    .slice(0, MOST_TERMS);
}

/** As they are dialled in the United Kingdom. Undefined if this is hardly a phone number. */
function toPhoneDigits(typed: string): string | undefined {
  const digits = typed.replace(/^(\s*(?:\+|00)[\d\s]*)\(0\)/, '$1').replaceAll(/\D/g, '');
  if (!IS_PHONE.test(typed) || digits.length < LEAST_PHONE_DIGITS) return undefined;
  return /^\s*(\+|00)/.test(typed) || digits.length > 11 ? digits.replace(/^(00)?44/, '0') : digits;
}

/** Whether the index of the words can be asked for it: three letters or digits in a row. */
export const isIndexed = (pattern: string): boolean => /[\p{L}\p{N}]{3}/u.test(pattern);

/** The part that the index is asked for: of an e-mail what is before the sign, because half of all have the same behind it. */
export function toIndexed(pattern: string): string {
  const name = /^(%[^@]*)@/.exec(pattern)?.[1];
  return name !== undefined && isIndexed(name) ? `${name}%` : pattern;
}
