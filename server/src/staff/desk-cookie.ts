import { DESK_COOKIE } from '#contract/staff.ts';
import type { Config } from '../config.ts';

const isHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean => publicUrl.startsWith('https:');

/** Browsers keep a cookie of this prefix from every other host, and from http. */
export const deskCookieName = (config: Pick<Config, 'publicUrl'>): string =>
  isHttps(config) ? `__Host-${DESK_COOKIE}` : DESK_COOKIE;

/** The header that gives a browser its session. No page of another site ever sends it. */
export function writeDeskCookie(config: Pick<Config, 'publicUrl'>, secret: string): string {
  return `${deskCookieName(config)}=${secret}; Path=/; HttpOnly; SameSite=Strict${isHttps(config) ? '; Secure' : ''}`;
}

export const clearDeskCookie = (config: Pick<Config, 'publicUrl'>): string =>
  `${writeDeskCookie(config, '')}; Max-Age=0`;
