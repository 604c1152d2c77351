import type { Refresh, Tokens } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { hashKey, nextKey } from '../keys.ts';
import { rememberNetwork } from '../log-in/known-places.ts';
import { refreshTokens, sessions } from '../table.ts';
import { writeAccessToken } from './access-token.ts';
import { expiryOf } from './start-session.ts';

/** Tabs that race each other, and a browser whose response was lost, send the old token again within this time. */
const GRACE_MS = 30_000;

/**
 * Exchanges a refresh token for the next one. The same token again within the grace period gets the same successor.
 * Later than that, either this copy or the successor was stolen, and the whole session ends.
 */
export async function refreshSession(deps: Deps, { refresh }: Refresh, network: string): Promise<Tokens> {
  const shopper = await deps.db.transaction((tx) => rotate(deps, tx, refresh));
  if (!shopper) throw new NotSignedIn('Your session has ended. Please log in again.');
  await rememberNetwork(deps, shopper.userId, network);
  return { access: await writeAccessToken(deps, shopper), refresh: nextKey(deps.secrets.refreshTokens, refresh) };
}

async function rotate({ clock, log, secrets }: Deps, tx: Transaction, refresh: string) {
  const hash = hashKey(refresh);
  const [known] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash));
  if (!known) return undefined;
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, known.sessionId)).for('update');
  // Read again now that the session is locked: another tab may have been first.
  const [token] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash));
  if (!session || !token) return undefined;

  const now = clock.now();
  const isLate = token.replacedAt && now.getTime() - token.replacedAt.getTime() > GRACE_MS;
  if (isLate)
    log.warn({ session: session.id }, 'A refresh token was used again after the grace period: the session is ended');
  if (isLate || session.expiresAt <= now) {
    await tx.delete(sessions).where(eq(sessions.id, session.id));
    return undefined;
  }
  if (!token.replacedAt) {
    await tx.update(refreshTokens).set({ replacedAt: now }).where(eq(refreshTokens.hash, hash));
    await tx
      .insert(refreshTokens)
      .values({ hash: hashKey(nextKey(secrets.refreshTokens, refresh)), sessionId: session.id });
    await tx
      .update(sessions)
      .set({ lastUsedAt: now, expiresAt: expiryOf(session, now) })
      .where(eq(sessions.id, session.id));
  }
  return { userId: session.userId, sessionId: session.id };
}
