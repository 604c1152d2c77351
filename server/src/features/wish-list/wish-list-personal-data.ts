import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import { products } from '#server/features/catalogue/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { desc, eq } from '#server/platform/database/drizzle.ts';
import { wishListItems, wishListLinks } from './table.ts';

export const wishListPersonalData: PersonalDataSource = {
  name: 'wish_list',
  async list({ db }, userId) {
    const bouquets = await db
      .select({ product: products.name, saved_at: wishListItems.savedAt })
      .from(wishListItems)
      .innerJoin(products, eq(products.id, wishListItems.productId))
      .where(eq(wishListItems.userId, userId))
      .orderBy(desc(wishListItems.savedAt));
    const [link] = await db
      .select({ token: wishListLinks.token, shows_name: wishListLinks.showsName, made_at: wishListLinks.madeAt })
      .from(wishListLinks)
      .where(eq(wishListLinks.userId, userId));
    if (!link) return { bouquets, link: null };
    const { token, ...facts } = link;
    return { bouquets, link: { path: `/wish-list/${token}`, ...facts } };
  },
  async erase(tx, userId) {
    await endLinkOf(tx, userId);
    await tx.delete(wishListItems).where(eq(wishListItems.userId, userId));
  },
  // A stranger who has the link would go on reading what the owner saves. A bouquet too many does no harm.
  distrust: endLinkOf,
};

async function endLinkOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(wishListLinks).where(eq(wishListLinks.userId, userId));
}
