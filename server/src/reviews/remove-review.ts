import type { Shopper } from '../accounts/access-token.ts';
import { countAttempts } from '../accounts/throttle.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq, isNotNull } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { NotFound } from '../errors.ts';
import { changeReviews } from './change-reviews.ts';
import { reviews } from './table.ts';

/** What remains of a review that the shop had taken down: one more of the same person stays down too. */
const NOTHING_LEFT = '(deleted)';

type Removed = 'shown' | 'hidden';

/** Takes one's review of a bouquet back. One that nobody saw goes without anybody noticing. */
export async function removeReview(deps: Deps, { userId }: Shopper, productId: number): Promise<void> {
  await countAttempts(deps, [{ what: 'write a review', who: String(userId) }]);
  const isMine = and(eq(reviews.userId, userId), eq(reviews.productId, productId));
  const remove = async (tx: Transaction): Promise<Removed> => {
    const emptied = await tx
      .update(reviews)
      .set({ text: NOTHING_LEFT })
      .where(and(isMine, isNotNull(reviews.hiddenAt)))
      .returning({ id: reviews.id });
    if (emptied.length > 0) return 'hidden';
    const removed = await tx.delete(reviews).where(isMine).returning({ id: reviews.id });
    if (removed.length === 0) throw new NotFound();
    return 'shown';
  };
  const isSeen = (removed: Removed) => removed === 'shown';
  const removed = await deps.db.transaction((tx) => changeReviews(tx, [productId], () => remove(tx), isSeen));
  // PostgreSQL announces it a moment later, and who took it back looks at once.
  if (isSeen(removed)) deps.responseCache.clear();
}
