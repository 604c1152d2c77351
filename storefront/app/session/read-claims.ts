type Claims = { sid?: string; sub?: string; exp?: number };

/** A little early, so that a token does not run out on its way. */
const EARLY_S = 10;

function readClaims(token: string | undefined): Claims {
  try {
    const claims = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(claims)) as Claims;
  } catch {
    return {};
  }
}

/** The session that a token names; none if it cannot be read. */
export const sessionOf = (token: string | undefined): string | undefined => readClaims(token).sid;

/** The person that a token speaks for; none if it cannot be read. */
export const subjectOf = (token: string | undefined): string | undefined => readClaims(token).sub;

/** Whether a token is not worth sending any more. */
export const hasRunOut = (token: string): boolean => (readClaims(token).exp ?? 0) < Date.now() / 1000 + EARLY_S;
