import type { AnswerReview, HideReview } from '#contract/desk-reviews.ts';
import type { Deps } from '#server/deps.ts';
import { users } from '#server/features/accounts/table.ts';
import { products } from '#server/features/catalogue/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { answerReview, removeAnswer } from './answer-review.ts';
import type { Changed } from './change-review.ts';
import { hideReview, unhideReview } from './hide-review.ts';
import type { ReviewRow } from './table.ts';

type ReviewDeps = Pick<Deps, 'clock' | 'db' | 'responseCache'>;
type LetterDeps = Pick<Deps, 'config' | 'mail'>;

// Each of them is safe to repeat. What others see is announced by the database; the pages of this process are cleared at once, because
// whoever pressed looks at the shop next.

/** The writer is told by letter, once. */
export const hideAtDesk = (
  deps: ReviewDeps & LetterDeps,
  by: DoneBy,
  id: number,
  { reason }: HideReview,
): Promise<void> =>
  change(deps, async (tx, at) => {
    const hidden = await hideReview(tx, by, id, { reason, at });
    if (hidden.done) await postHidden(deps, tx, hidden.review, reason);
    return hidden;
  });

async function postHidden(
  { config, mail }: LetterDeps,
  tx: Transaction,
  review: ReviewRow,
  reason: string,
): Promise<void> {
  const [found] = await tx
    .select({ to: users.email, firstName: users.firstName, bouquet: products.name })
    .from(users)
    .innerJoin(products, eq(products.id, review.productId))
    .where(eq(users.id, review.userId));
  const link = `${config.publicUrl}/product/${review.productId}`;
  if (found) await mail.post(tx, { kind: 'review-hidden', ...found, reason, link }, review.userId);
}

export const showAtDesk = (deps: ReviewDeps, by: DoneBy, id: number): Promise<void> =>
  change(deps, (tx, at) => unhideReview(tx, by, id, at));

export const answerAtDesk = (deps: ReviewDeps, by: DoneBy, id: number, answer: AnswerReview): Promise<void> =>
  change(deps, (tx, at) => answerReview(tx, by, id, { ...answer, at }));

export const removeAnswerAtDesk = (deps: ReviewDeps, by: DoneBy, id: number): Promise<void> =>
  change(deps, (tx, at) => removeAnswer(tx, by, id, at));

async function change(
  { clock, db, responseCache }: ReviewDeps,
  act: (tx: Transaction, at: Date) => Promise<Changed>,
): Promise<void> {
  const { done } = await db.transaction((tx) => act(tx, clock.now()));
  if (done) responseCache.clear();
}
