import type { PersonalData } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import { asc, eq } from '#server/platform/database/drizzle.ts';
import { listLetters } from '#server/platform/mail/listed-letters.ts';
import type { Shopper } from '../sessions/access-token.ts';
import { knownPlaces, sessions, users } from '../table.ts';
import { toUser } from '../to-user.ts';
import type { PersonalDataSource } from './personal-data.ts';

/** Everything the shop stores about someone, but for the hash of the password, which is of no use to anyone. */
export async function listPersonalData(
  deps: Deps,
  sources: PersonalDataSource[],
  { userId }: Pick<Shopper, 'userId'>,
): Promise<PersonalData> {
  const { db } = deps;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotSignedIn();
  const signedIn = await db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.createdAt));
  const places = await db
    .select()
    .from(knownPlaces)
    .where(eq(knownPlaces.userId, userId))
    .orderBy(asc(knownPlaces.kind), asc(knownPlaces.seenAt));
  const ofFeatures: PersonalData = {};
  for (const { name, list } of sources) if (list) ofFeatures[name] = await list(deps, userId);
  return {
    account: {
      ...toUser(user),
      new_email: user.newEmail,
      registered_at: user.createdAt,
      email_confirmed_at: user.emailConfirmedAt,
      mailbox_proven_at: user.mailboxProvenAt,
      ...(user.stoppedAt && { orders_stopped_at: user.stoppedAt, orders_stopped_because: user.stoppedReason }),
    },
    sessions: signedIn.map(({ device, remember, createdAt, lastUsedAt, expiresAt }) => ({
      device,
      remember,
      signed_in_at: createdAt,
      last_used_at: lastUsedAt,
      expires_at: expiresAt,
    })),
    // Only a keyed hash of each is stored, so there is no more to show.
    known_places: places.map(({ kind, seenAt }) => ({ kind, last_signed_in_at: seenAt })),
    ...ofFeatures,
    letters: await listLetters(db, userId),
  };
}
