import type { Transaction } from '../database/connect.ts';
import { eq, type SQL, sql } from '../database/drizzle.ts';
import { changeReviews } from './change-reviews.ts';
import { type ReviewRow, reviews } from './table.ts';

/** Hides a review: it is neither shown nor counted from now on. One that is hidden already keeps its time. */
export async function hideReview(tx: Transaction, id: number, now: Date): Promise<ReviewRow | undefined> {
  return setHidden(tx, id, sql`coalesce(${reviews.hiddenAt}, ${now}::timestamptz)`);
}

/** Shows a hidden review again. */
export async function unhideReview(tx: Transaction, id: number): Promise<ReviewRow | undefined> {
  return setHidden(tx, id, null);
}

async function setHidden(tx: Transaction, id: number, hiddenAt: SQL | null): Promise<ReviewRow | undefined> {
  const [review] = await tx.select().from(reviews).where(eq(reviews.id, id));
  if (!review) return undefined;
  return changeReviews(tx, [review.productId], async () => {
    const [changed] = await tx.update(reviews).set({ hiddenAt }).where(eq(reviews.id, id)).returning();
    return changed;
  });
}
