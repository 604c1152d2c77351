import type { Profile } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import type { Shopper } from './sessions/access-token.ts';
import { users } from './table.ts';
import { toProfile } from './to-user.ts';

export async function findProfile({ db }: Deps, { userId }: Shopper): Promise<Profile> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new NotSignedIn();
  return toProfile(row);
}
