import type { PersonalData } from '#contract/accounts.ts';
import { asc, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotSignedIn } from '../errors.ts';
import { listLetters } from '../mail/listed-letters.ts';
import type { Shopper } from './access-token.ts';
import type { PersonalDataSource } from './personal-data.ts';
import { knownPlaces, sessions, users } from './table.ts';
import { toProfile } from './to-user.ts';

/** Everything we hold about someone. The password is kept as a hash and is of no use to anyone, so it is not in it. */
export async function listPersonalData(
  { db }: Deps,
  belongings: PersonalDataSource[],
  { userId }: Shopper,
): Promise<PersonalData> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new NotSignedIn();
  const visits = await db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.createdAt));
  const places = await db
    .select()
    .from(knownPlaces)
    .where(eq(knownPlaces.userId, userId))
    .orderBy(asc(knownPlaces.kind), asc(knownPlaces.seenAt));
  const theirs: PersonalData = {};
  for (const { name, list } of belongings) theirs[name] = await list(db, userId);
  return {
    account: { ...toProfile(user), registered_at: user.createdAt, email_confirmed_at: user.emailConfirmedAt },
    sessions: visits.map(({ device, remember, createdAt, lastUsedAt, expiresAt }) => ({
      device,
      remember,
      signed_in_at: createdAt,
      last_used_at: lastUsedAt,
      expires_at: expiresAt,
    })),
    // Which ones they are is kept as a hash that only a visit from there matches.
    known_places: places.map(({ kind, seenAt }) => ({ kind, last_signed_in_at: seenAt })),
    ...theirs,
    letters: await listLetters(db, userId),
  };
}
