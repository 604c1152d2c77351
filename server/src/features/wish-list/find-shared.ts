import type { SharedWishList } from '#contract/wish-list.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { users } from '#server/features/accounts/table.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { findWishList } from './find-wish-list.ts';
import { listSaved } from './list-saved.ts';
import { wishListLinks } from './table.ts';

/** The list that a link shows, with the prices of now. A link that was ended and one that never was are not told apart. */
export async function findShared(deps: Deps, token: string): Promise<SharedWishList> {
  const [shared] = await deps.db
    .select({ userId: users.id, firstName: users.firstName, showsName: wishListLinks.showsName })
    .from(wishListLinks)
    .innerJoin(users, eq(users.id, wishListLinks.userId))
    .where(eq(wishListLinks.token, token));
  if (!shared) throw new NotFound('This link is no longer good.');
  const { products } = await findWishList(deps, shared);
  return { name: (shared.showsName && shared.firstName) || null, products: await listSaved(deps, products) };
}
