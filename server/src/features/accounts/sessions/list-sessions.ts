import type { Session } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { and, desc, eq, gt } from '#server/platform/database/drizzle.ts';
import { sessions } from '../table.ts';
import type { Shopper } from './access-token.ts';

/** Where one is signed in, the last used first. */
export async function listSessions({ clock, db }: Deps, { userId, sessionId }: Shopper): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, clock.now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt), desc(sessions.id));
  return rows.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device,
    signed_in_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    is_this_one: id === sessionId,
  }));
}
