import { createRequire } from 'node:module';
import { emailKey } from '#contract/email-address.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#contract/limits.ts';
import { normalise, SENT_PER_SIGN } from '#contract/normalise.ts';

const require = createRequire(import.meta.url);

type Owner = { email?: string | undefined; username?: string | undefined };

/** What is wrong with a password of allowed length: it is common, or it is the owner's name or address. */
export function checkPassword(password: string, { email = '', username = '' }: Owner): string[] {
  const plain = simplify(password);
  if (listCommon().has(plain)) return ['This password is too common.'];
  const own = [emailKey(email), emailKey(email).split('@')[0], simplify(username)];
  if (SHOP_NAMES.includes(plain.replaceAll(' ', ''))) return ['This password is too common.'];
  if (plain !== '' && own.includes(plain)) return ['This is too close to your name or email address.'];
  return [];
}

/** Common in this shop. */
const SHOP_NAMES = ['marigoldlane', 'marigoldlane1', 'marigold1'];

/** Empty for a text that is longer than any password. */
const simplify = (text: string): string =>
  (normalise('NFKC', text, SENT_PER_SIGN * MAX_PASSWORD_LENGTH) ?? '').trim().toLowerCase();

let common: Set<string> | undefined;

/** Loaded when the first password is chosen: most processes never need it. */
function listCommon(): Set<string> {
  if (!common) {
    const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
    common = new Set(dictionary['passwords-common'].map(String).filter((word) => word.length >= MIN_PASSWORD_LENGTH));
  }
  return common;
}
