import type { PersonalDataSource } from '#server/features/accounts/own-data/personal-data.ts';
import { products } from '#server/features/catalogue/table.ts';
import { asc, eq } from '#server/platform/database/drizzle.ts';
import { changeReviews } from './change-reviews.ts';
import { reviews } from './table.ts';

/** Reviews are deleted with the account, and no longer count. */
export const reviewPersonalData: PersonalDataSource = {
  name: 'reviews',
  list: ({ db }, userId) =>
    db
      .select({
        product: products.name,
        rating: reviews.rating,
        text: reviews.text,
        written_at: reviews.writtenAt,
        edited_at: reviews.editedAt,
        hidden_at: reviews.hiddenAt,
      })
      .from(reviews)
      .innerJoin(products, eq(products.id, reviews.productId))
      .where(eq(reviews.userId, userId))
      .orderBy(asc(reviews.id)),
  async erase(tx, userId) {
    const theirs = await tx.select({ id: reviews.productId }).from(reviews).where(eq(reviews.userId, userId));
    await changeReviews(
      tx,
      theirs.map(({ id }) => id),
      async () => tx.delete(reviews).where(eq(reviews.userId, userId)),
    );
  },
};
