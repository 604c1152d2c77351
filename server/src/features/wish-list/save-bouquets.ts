import { MAX_WISH_LIST } from '#contract/limits.ts';
import type { MergeWishList, WishList } from '#contract/wish-list.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid, NotFound } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { products } from '#server/features/catalogue/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, inArray, ne, sql } from '#server/platform/database/drizzle.ts';
import { findWishList } from './find-wish-list.ts';
import { wishListItems } from './table.ts';

/** Saves a bouquet. One that is saved already stays in its place; one that is not sold is not found. */
export async function saveBouquet(deps: Deps, shopper: Shopper, productId: number): Promise<WishList> {
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, shopper.userId);
    const [isSold] = await listSold(tx, [productId]);
    if (isSold === undefined) throw new NotFound('No such bouquet.');
    const saved = await saveUpToLimit(tx, shopper, [productId], deps.clock.now());
    if (!saved.has(productId)) {
      throw new Invalid({
        non_field_errors: [`Your wish list has room for ${MAX_WISH_LIST} bouquets. Please remove one first.`],
      });
    }
    return findWishList({ ...deps, db: tx }, shopper);
  });
}

/**
 * Adds the list of a guest who has signed in to their own, as often as it is sent. Its order is kept. What is no longer sold, or
 * has no room, is passed over: it was saved long before this call.
 */
export async function mergeWishList(
  deps: Deps,
  shopper: Shopper,
  { products: wanted }: MergeWishList,
): Promise<WishList> {
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, shopper.userId);
    const sold = new Set(await listSold(tx, wanted));
    await saveUpToLimit(
      tx,
      shopper,
      wanted.filter((id) => sold.has(id)),
      deps.clock.now(),
    );
    return findWishList({ ...deps, db: tx }, shopper);
  });
}

async function listSold(tx: Transaction, ids: number[]): Promise<number[]> {
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), ne(products.status, 'withdrawn')));
  return found.map(({ id }) => id);
}

/** Saves the first of them as long as there is room, and gives everything that is saved then. The person must be locked. */
async function saveUpToLimit(
  tx: Transaction,
  { userId }: Shopper,
  ids: number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const rows = await tx
    .select({ id: wishListItems.productId, status: products.status })
    .from(wishListItems)
    .innerJoin(products, eq(products.id, wishListItems.productId))
    .where(eq(wishListItems.userId, userId));
  const saved = new Set(rows.map(({ id }) => id));
  const missing = [...new Set(ids)].filter((id) => !saved.has(id));
  if (saved.size + missing.length > MAX_WISH_LIST) {
    // The owner cannot see what was withdrawn, and so could not make room by removing it.
    const unseen = rows.filter(({ status }) => status === 'withdrawn').map(({ id }) => id);
    for (const id of unseen) saved.delete(id);
    await tx
      .delete(wishListItems)
      .where(and(eq(wishListItems.userId, userId), inArray(wishListItems.productId, unseen)));
  }
  const added = missing.slice(0, MAX_WISH_LIST - saved.size);
  // A microsecond between each and the next, so that the order of the list is the order in which they were saved.
  const values = added.map((productId, place) => ({
    userId,
    productId,
    savedAt: sql`${now.toISOString()}::timestamptz - ${place} * interval '1 microsecond'`,
  }));
  if (values.length > 0) await tx.insert(wishListItems).values(values);
  return new Set([...saved, ...added]);
}
