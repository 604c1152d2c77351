import { NotFound } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { changeReviews } from './change-reviews.ts';
import { type ReviewRow, reviews } from './table.ts';

/** `done` is false if it was so before; then nothing changes. */
export type Changed = { review: ReviewRow; done: boolean };
type NewValues = Partial<Omit<ReviewRow, 'id' | 'productId' | 'userId'>>;

/** Changes a review under the lock of its bouquet; `find` says what is to change, or that nothing is. */
export async function changeReview(
  tx: Transaction,
  id: number,
  find: (review: ReviewRow) => Promise<NewValues | undefined>,
): Promise<Changed> {
  const [known] = await tx.select({ productId: reviews.productId }).from(reviews).where(eq(reviews.id, id));
  if (!known) throw new NotFound();
  const act = async (): Promise<Changed> => {
    const [review] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update');
    if (!review) throw new NotFound();
    const values = await find(review);
    if (!values) return { review, done: false };
    const [changed] = await tx.update(reviews).set(values).where(eq(reviews.id, id)).returning();
    return { review: changed as ReviewRow, done: true };
  };
  return changeReviews(tx, [known.productId], act, ({ done }) => done);
}
