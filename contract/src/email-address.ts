import * as z from 'zod';
import { MAX_EMAIL_LENGTH } from './limits.ts';
import { normalise, SENT_PER_SIGN } from './normalise.ts';
import { settledText } from './text.ts';

const WRONG = 'Enter a valid email address.';
const TOO_LONG = `This must be no more than ${MAX_EMAIL_LENGTH} characters.`;
const MOST_SENT = SENT_PER_SIGN * MAX_EMAIL_LENGTH;
/** Plain on purpose: one @, a dotted domain, no spaces. Only a letter that arrives proves an address. */
const SHAPE = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,62}$/i;

/** An address whose compatibility characters are folded, with its domain as mail servers write it. */
function settleForm(folded: string): string {
  const address = folded.trim();
  const at = address.lastIndexOf('@');
  if (at < 1 || address.length > MAX_EMAIL_LENGTH) return address;
  return `${address.slice(0, at)}@${settleDomain(address.slice(at + 1))}`;
}

function settleDomain(domain: string): string {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname.replace(/\.$/, '');
  } catch {
    return domain;
  }
}

export const EmailAddress = settledText({ mostSent: MOST_SENT, tooLong: TOO_LONG, unfit: WRONG, form: 'NFKC' })
  .transform(settleForm)
  .pipe(
    z
      .string()
      .min(1, { error: 'This field may not be blank.', abort: true })
      .max(MAX_EMAIL_LENGTH, { error: TOO_LONG, abort: true })
      .regex(SHAPE, WRONG),
  )
  .meta({ description: 'An email address. Case does not matter.', format: 'email' });

/** Two spellings of one address have the same key, and so the same account. Empty for what is too long to be one. */
export const emailKey = (typed: string): string => settleForm(normalise('NFKC', typed, MOST_SENT) ?? '').toLowerCase();

/** The same key for all addresses of one mailbox, tags left out: attempts at them are counted together. */
export const mailboxKey = (address: string): string => emailKey(address).replace(/\+[^@]*@/, '@');
