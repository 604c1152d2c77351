import type { WishList, WishListLink } from '#contract/wish-list.ts';
import type { Deps } from '#server/deps.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { products } from '#server/features/catalogue/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, asc, desc, eq, ne } from '#server/platform/database/drizzle.ts';
import { wishListItems, wishListLinks } from './table.ts';

type Reads = { db: Deps['db'] | Transaction; config: Pick<Deps['config'], 'publicUrl'> };

/** One's own list, saved last first, and its link if it is shared. What is no longer sold is not on it. */
export async function findWishList({ db, config }: Reads, { userId }: Pick<Shopper, 'userId'>): Promise<WishList> {
  const saved = await db
    .select({ id: products.id })
    .from(wishListItems)
    .innerJoin(products, eq(products.id, wishListItems.productId))
    .where(and(eq(wishListItems.userId, userId), ne(products.status, 'withdrawn')))
    .orderBy(desc(wishListItems.savedAt), asc(products.id));
  const [link] = await db.select().from(wishListLinks).where(eq(wishListLinks.userId, userId));
  return { products: saved.map(({ id }) => id), link: link ? toLink(config, link) : null };
}

const toLink = (
  { publicUrl }: Reads['config'],
  { token, showsName }: Pick<typeof wishListLinks.$inferSelect, 'token' | 'showsName'>,
): WishListLink => ({ url: `${publicUrl}/wish-list/${token}`, shows_name: showsName });
