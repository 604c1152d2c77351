import { MAX_POSTAL_CODE_LENGTH } from './limits.ts';
import { normalise, SENT_PER_SIGN } from './normalise.ts';
import { isDistrict } from './postcode-districts.ts';

/** District, and the part behind it: a digit and two letters, never one of C I K M O V. GIR 0AA is a bank's own. */
const SHAPE = /^(GIR|([A-Z]{1,2})(\d{1,2})([A-Z]?)) ?\d[ABD-HJLNP-UW-Z]{2}$/;

/** Whether this can be a postcode of the United Kingdom, or of an island that shares them; no such house need be there. */
export function isPostcode(typed: string): boolean {
  const [, outward, area = '', number = '', letter = ''] = SHAPE.exec(squeeze(typed)) ?? [];
  return outward === 'GIR' || isDistrict(area, number, letter);
}

/** A postcode in its usual form, `sw1a1aa` → `SW1A 1AA`; anything else as it was typed. */
export function formatPostcode(typed: string): string {
  const plain = squeeze(typed).replaceAll(' ', '');
  return isPostcode(typed) ? `${plain.slice(0, -3)} ${plain.slice(-3)}` : typed.trim();
}

/** The district of a postcode, by which vans are sent: `EC1A 1BB` → `EC1`. Empty for what is no postcode. */
export const districtOf = (typed: string): string => districtsOf(typed).at(-1) ?? '';

/** The districts that a postcode is in, the smallest first: `EC1A 1BB` → `EC1A` and `EC1`. None for what is no postcode. */
export function districtsOf(typed: string): string[] {
  if (!isPostcode(typed)) return [];
  const [outward = ''] = formatPostcode(typed).split(' ');
  return [...new Set([outward, /^[A-Z]{1,2}\d{1,2}/.exec(outward)?.[0] ?? outward])];
}

/** Whether this is the name of a district, in capital letters: `E8`, `EC1` or, a part of it, `EC1V`. */
export const isDistrictName = (name: string): boolean => isPostcode(`${name} 1AA`);

/** Empty for what is too long to be one. */
const squeeze = (typed: string): string =>
  (normalise('NFKC', typed, SENT_PER_SIGN * MAX_POSTAL_CODE_LENGTH) ?? '').toUpperCase().replaceAll(/\s+/g, ' ').trim();
