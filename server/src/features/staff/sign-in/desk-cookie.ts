import { BROWSER_COOKIE, DESK_COOKIE } from '#contract/staff.ts';
import type { Config } from '#server/config.ts';
import { hashKey, makeKey } from '#server/features/accounts/keys.ts';

type Site = Pick<Config, 'publicUrl'>;

const DAY_S = 24 * 60 * 60;
const MONTH_S = 30 * DAY_S;
/** As long as a browser keeps any cookie, and as long as a place stays known. */
const BROWSER_S = 400 * DAY_S;

const isHttps = ({ publicUrl }: Site): boolean => publicUrl.startsWith('https:');

/** Browsers keep a cookie of this prefix from every other host, and from http. */
const cookieName = (config: Site, name: string): string => (isHttps(config) ? `__Host-${name}` : name);

export const deskCookieName = (config: Site): string => cookieName(config, DESK_COOKIE);

/** No page of another site ever sends it, and no script reads it. */
const writeCookie = (config: Site, name: string, value: string, maxAge: number): string =>
  `${cookieName(config, name)}=${value}; Path=/; HttpOnly; SameSite=Strict${isHttps(config) ? '; Secure' : ''}; Max-Age=${maxAge}`;

/**
 * The header that gives a browser its session. A phone may end its browser at any time, so it is stored for longer than a session
 * lasts without use: the database decides when that is over.
 */
export const writeDeskCookie = (config: Site, secret: string): string =>
  writeCookie(config, DESK_COOKIE, secret, MONTH_S);

export const clearDeskCookie = (config: Site): string => writeCookie(config, DESK_COOKIE, '', 0);

/** The value of one cookie; undefined if there is none, or one that we would never have written. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value && /^[\w-]{20,100}$/.test(value)) return value;
  }
  return undefined;
}

/** Which browser sent a request, and the cookie that it still has to be given. */
export type Browser = { hash: Buffer; setCookie?: string };

/** Challenges and links are bound to the browser that asked for them. It knows itself by a random value of its own. */
export function findBrowser(config: Site, cookies: string | undefined): Browser {
  const known = readCookie(cookies, cookieName(config, BROWSER_COOKIE));
  if (known !== undefined) return { hash: hashKey(known) };
  const made = makeKey();
  return { hash: hashKey(made), setCookie: writeCookie(config, BROWSER_COOKIE, made, BROWSER_S) };
}
