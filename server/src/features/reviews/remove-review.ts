import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, isNotNull } from '#server/platform/database/drizzle.ts';
import { changeReviews } from './change-reviews.ts';
import { reviews } from './table.ts';

/**
 * The text of a hidden review that was deleted. The row stays, so that a new review of the same person is hidden too.
 */
const DELETED_TEXT = '(deleted)';

type Removed = 'shown' | 'hidden';

/** Deletes one's review of a bouquet. That of a hidden one changes nothing that others see. */
export async function removeReview(deps: Deps, { userId }: Shopper, productId: number): Promise<void> {
  await countAttempts(deps, [{ what: 'write a review', who: String(userId) }]);
  const isMine = and(eq(reviews.userId, userId), eq(reviews.productId, productId));
  const remove = async (tx: Transaction): Promise<Removed> => {
    const emptied = await tx
      .update(reviews)
      .set({ text: DELETED_TEXT })
      .where(and(isMine, isNotNull(reviews.hiddenAt)))
      .returning({ id: reviews.id });
    if (emptied.length > 0) return 'hidden';
    const removed = await tx.delete(reviews).where(isMine).returning({ id: reviews.id });
    if (removed.length === 0) throw new NotFound();
    return 'shown';
  };
  const isVisible = (removed: Removed) => removed === 'shown';
  const removed = await deps.db.transaction((tx) => changeReviews(tx, [productId], () => remove(tx), isVisible));
  // PostgreSQL announces it a moment later, and the author reloads at once.
  if (isVisible(removed)) deps.responseCache.clear();
}
