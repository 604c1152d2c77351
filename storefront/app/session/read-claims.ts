import { toRecord } from '../api/to-record.ts';

type Claims = { sid?: string; sub?: string; exp?: number };

/** A little early, so that a token does not expire on its way. */
const EARLY_S = 10;

function readClaims(token: string | undefined): Claims {
  try {
    const claims = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sid, sub, exp } = toRecord(JSON.parse(atob(claims)));
    return {
      ...(typeof sid === 'string' && { sid }),
      ...(typeof sub === 'string' && { sub }),
      ...(typeof exp === 'number' && { exp }),
    };
  } catch {
    return {};
  }
}

/** The session that a token names; undefined if the token cannot be read. */
export const sessionOf = (token: string | undefined): string | undefined => readClaims(token).sid;

/** The user that a token names; undefined if the token cannot be read. */
export const subjectOf = (token: string | undefined): string | undefined => readClaims(token).sub;

/** Whether a token has expired, is about to, or cannot be read. */
export const isExpired = (token: string): boolean => (readClaims(token).exp ?? 0) < Date.now() / 1000 + EARLY_S;
