import type { Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { hashKey } from '../keys.ts';
import { refreshTokens, sessions } from '../table.ts';
import { readEndedToken } from './access-token.ts';

/**
 * Ends the session at once, and every token of it. The call has no body, so the bearer token alone names the session: the access
 * token, also one that has run out, or the refresh token.
 */
export async function logOut(deps: Deps, token: string): Promise<Detail> {
  const { db } = deps;
  const [named] = await db
    .select({ id: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hashKey(token)));
  const id = named?.id ?? (await readEndedToken(deps, token)).sessionId;
  const ended = await db.delete(sessions).where(eq(sessions.id, id)).returning({ id: sessions.id });
  if (ended.length === 0) throw new NotSignedIn();
  return { detail: 'You are logged out.' };
}
