import type { Profile } from '#contract/accounts.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotSignedIn } from '../errors.ts';
import type { Shopper } from './access-token.ts';
import { users } from './table.ts';
import { toProfile } from './to-user.ts';

export async function findProfile({ db }: Deps, { userId }: Shopper): Promise<Profile> {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new NotSignedIn();
  return toProfile(row);
}
