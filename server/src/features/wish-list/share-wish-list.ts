import { randomBytes } from 'node:crypto';
import type { ShareWishList, WishList } from '#contract/wish-list.ts';
import type { Deps } from '#server/deps.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { findWishList } from './find-wish-list.ts';
import { wishListLinks } from './table.ts';

/** Makes the link that shows one's list to others. A link that is there stays, with or without the name as wanted now. */
export async function shareWishList(deps: Deps, shopper: Shopper, { shows_name }: ShareWishList): Promise<WishList> {
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, shopper.userId);
    const token = randomBytes(16).toString('hex');
    await tx
      .insert(wishListLinks)
      .values({ userId: shopper.userId, token, showsName: shows_name, madeAt: deps.clock.now() })
      .onConflictDoUpdate({ target: wishListLinks.userId, set: { showsName: shows_name } });
    return findWishList({ ...deps, db: tx }, shopper);
  });
}

/** Ends the link for good: the next one has another token. */
export async function endLink(deps: Deps, shopper: Shopper): Promise<WishList> {
  await deps.db.delete(wishListLinks).where(eq(wishListLinks.userId, shopper.userId));
  return findWishList(deps, shopper);
}
