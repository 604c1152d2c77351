import type { Shopper } from '../accounts/access-token.ts';
import { and, eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { changeReviews } from './change-reviews.ts';
import { reviews } from './table.ts';

/** Takes one's review of a bouquet back. */
export async function removeReview({ db }: Deps, { userId }: Shopper, productId: number): Promise<void> {
  await db.transaction((tx) =>
    changeReviews(tx, [productId], async () => {
      const removed = await tx
        .delete(reviews)
        .where(and(eq(reviews.userId, userId), eq(reviews.productId, productId)))
        .returning({ id: reviews.id });
      if (removed.length === 0) throw new NotFound();
    }),
  );
}
