import type { AnswerReview, HideReview } from '#contract/desk-reviews.ts';
import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import type { DoneBy } from '../staff/done-by.ts';
import { answerReview, removeAnswer } from './answer-review.ts';
import type { Changed } from './change-review.ts';
import { hideReview, unhideReview } from './hide-review.ts';

type Doing = Pick<Deps, 'clock' | 'db' | 'responseCache'>;

// Each of them is safe to repeat. What others see is announced by the database; the pages of this process are cleared at once, because
// whoever pressed looks at the shop next.

export const hideAtDesk = (deps: Doing, by: DoneBy, id: number, { reason }: HideReview): Promise<void> =>
  change(deps, (tx, at) => hideReview(tx, by, id, { reason, at }));

export const showAtDesk = (deps: Doing, by: DoneBy, id: number): Promise<void> =>
  change(deps, (tx, at) => unhideReview(tx, by, id, at));

export const answerAtDesk = (deps: Doing, by: DoneBy, id: number, answer: AnswerReview): Promise<void> =>
  change(deps, (tx, at) => answerReview(tx, by, id, { ...answer, at }));

export const removeAnswerAtDesk = (deps: Doing, by: DoneBy, id: number): Promise<void> =>
  change(deps, (tx, at) => removeAnswer(tx, by, id, at));

async function change(
  { clock, db, responseCache }: Doing,
  act: (tx: Transaction, at: Date) => Promise<Changed>,
): Promise<void> {
  const { done } = await db.transaction((tx) => act(tx, clock.now()));
  if (done) responseCache.clear();
}
