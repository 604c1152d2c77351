import type { Shopper } from '../accounts/access-token.ts';
import { and, eq, isNotNull } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { changeReviews } from './change-reviews.ts';
import { reviews } from './table.ts';

/** What remains of a review that the shop had taken down: one more of the same person stays down too. */
const NOTHING_LEFT = '(deleted)';

/** Takes one's review of a bouquet back. */
export async function removeReview({ db }: Deps, { userId }: Shopper, productId: number): Promise<void> {
  await db.transaction((tx) =>
    changeReviews(tx, [productId], async () => {
      const isMine = and(eq(reviews.userId, userId), eq(reviews.productId, productId));
      const emptied = await tx
        .update(reviews)
        .set({ text: NOTHING_LEFT })
        .where(and(isMine, isNotNull(reviews.hiddenAt)))
        .returning({ id: reviews.id });
      if (emptied.length > 0) return;
      const removed = await tx.delete(reviews).where(isMine).returning({ id: reviews.id });
      if (removed.length === 0) throw new NotFound();
    }),
  );
}
