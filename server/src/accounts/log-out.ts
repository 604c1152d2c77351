import type { Detail } from '#contract/errors.ts';
import { eq, inArray } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotSignedIn } from '../errors.ts';
import { hashKey } from './keys.ts';
import { refreshTokens, sessions } from './table.ts';

type Tokens = { sessionId: string | undefined; refresh: string | undefined };

/** Ends the session at once, and every token of it. Either token will do: the access token may have expired. */
export async function logOut({ db }: Deps, { sessionId, refresh }: Tokens): Promise<Detail> {
  const named = refresh
    ? await db
        .select({ id: refreshTokens.sessionId })
        .from(refreshTokens)
        .where(eq(refreshTokens.hash, hashKey(refresh)))
    : [];
  const ids = [...named.map(({ id }) => id), ...(sessionId ? [sessionId] : [])];
  if (ids.length === 0) throw new NotSignedIn();
  await db.delete(sessions).where(inArray(sessions.id, ids));
  return { detail: 'You are logged out.' };
}
