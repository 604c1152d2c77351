import type { ChangeProfile, Profile } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { lockUser } from './lock-user.ts';
import { mapUniqueViolation, usernameKey } from './map-unique-violation.ts';
import type { Shopper } from './sessions/access-token.ts';
import { users } from './table.ts';
import { countAttempts } from './throttle.ts';
import { toProfile, type UserRow } from './to-user.ts';

/** Changes the fields that were sent and leaves the rest. */
export async function changeProfile(deps: Deps, { userId }: Shopper, wanted: ChangeProfile): Promise<Profile> {
  // Limited, because "that name is taken" tells which names exist.
  if (wanted.username) await countAttempts(deps, [{ what: 'change a username', who: String(userId) }]);
  return mapUniqueViolation(() =>
    deps.db.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      const username = wanted.username ?? user.username;
      const changed = {
        username,
        usernameKey: usernameKey(username),
        firstName: wanted.first_name ?? user.firstName,
        lastName: wanted.last_name ?? user.lastName,
      };
      const [row] = await tx.update(users).set(changed).where(eq(users.id, userId)).returning();
      return toProfile(row as UserRow);
    }),
  );
}

export async function findProfile({ db }: Deps, { userId }: Shopper): Promise<Profile> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new NotSignedIn();
  return toProfile(row);
}
