import type { Tokens } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { desc, eq, inArray } from '#server/platform/database/drizzle.ts';
import { hashKey, makeKey } from '../keys.ts';
import { refreshTokens, sessions } from '../table.ts';
import { writeAccessToken } from './access-token.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long a session lasts unused, and how long at all. */
const LIFETIMES = {
  remembered: { idle: 30 * DAY, whole: 365 * DAY },
  short: { idle: 12 * HOUR, whole: 7 * DAY },
};

/** When a session that is used now ends if it is not used again. */
export function expiryOf({ remember, endsAt }: { remember: boolean; endsAt: Date }, now: Date): Date {
  const { idle } = remember ? LIFETIMES.remembered : LIFETIMES.short;
  return new Date(Math.min(now.getTime() + idle, endsAt.getTime()));
}

export type Visit = { remember: boolean; device: string };

/** Signs someone in on one device; the tokens are good once the transaction commits. */
export async function startSession(
  deps: Deps,
  tx: Transaction,
  userId: number,
  { remember, device }: Visit,
): Promise<Tokens> {
  const now = deps.clock.now();
  const endsAt = new Date(now.getTime() + (remember ? LIFETIMES.remembered : LIFETIMES.short).whole);
  const [session] = await tx
    .insert(sessions)
    .values({
      userId,
      remember,
      device,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: expiryOf({ remember, endsAt }, now),
      endsAt,
    })
    .returning({ id: sessions.id });
  const sessionId = (session as { id: string }).id;
  await endOldest(tx, userId);
  const refresh = makeKey();
  await tx.insert(refreshTokens).values({ hash: hashKey(refresh), sessionId });
  return { access: await writeAccessToken(deps, { userId, sessionId }), refresh };
}

/** Nobody has so many devices: beyond this the least recently used sessions end. */
const MOST_SESSIONS = 50;

async function endOldest(tx: Transaction, userId: number): Promise<void> {
  const old = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
    .offset(MOST_SESSIONS);
  await tx.delete(sessions).where(inArray(sessions.id, old));
}
