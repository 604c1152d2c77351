import { MAX_POSTAL_CODE_LENGTH } from './limits.ts';
import { normalise, SENT_PER_SIGN } from './normalise.ts';

/** Area, district, sector and unit, as the Royal Mail writes them; the one postcode of a bank is left to itself. */
const SHAPE = /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/;

/** Whether this reads like a postcode of the United Kingdom; it may still be one that does not exist. */
export const isPostcode = (typed: string): boolean => SHAPE.test(squeeze(typed));

/** A postcode in its usual form, `sw1a1aa` → `SW1A 1AA`; anything else as it was typed. */
export function formatPostcode(typed: string): string {
  const plain = squeeze(typed).replaceAll(' ', '');
  return isPostcode(typed) ? `${plain.slice(0, -3)} ${plain.slice(-3)}` : typed.trim();
}

/** The district of a postcode, by which vans are sent: `EC1A 1BB` → `EC1`. Empty for what is no postcode. */
export function districtOf(typed: string): string {
  if (!isPostcode(typed)) return '';
  const [outward = ''] = formatPostcode(typed).split(' ');
  return /^[A-Z]{1,2}\d{1,2}/.exec(outward)?.[0] ?? outward;
}

/** Empty for what is too long to be one. */
const squeeze = (typed: string): string =>
  (normalise('NFKC', typed, SENT_PER_SIGN * MAX_POSTAL_CODE_LENGTH) ?? '').toUpperCase().replaceAll(/\s+/g, ' ').trim();
