import type { WishList } from '#contract/wish-list.ts';
import type { Deps } from '#server/deps.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { findWishList } from './find-wish-list.ts';
import { wishListItems } from './table.ts';

/** Takes a bouquet off one's own list. One that is not on it is no error: it was pressed twice, or in two tabs. */
export async function removeBouquet(deps: Deps, shopper: Shopper, productId: number): Promise<WishList> {
  await deps.db
    .delete(wishListItems)
    .where(and(eq(wishListItems.userId, shopper.userId), eq(wishListItems.productId, productId)));
  return findWishList(deps, shopper);
}
