import { formatMoment } from '#contract/moments.ts';
import { line } from '#contract/text.ts';
import { hideReview, unhideReview } from '#server/features/reviews/hide-review.ts';
import { listLatestReviews } from '#server/features/reviews/list-latest-reviews.ts';
import { reviews } from '#server/features/reviews/table.ts';
import { type Desk, inTransaction, NotDone } from './desk.ts';
import { printable, printableLines } from './printable.ts';

const LATEST = 20;
const Why = line(300);

/** The newest first, hidden ones among them. */
export async function listReviews({ db, print }: Desk): Promise<void> {
  const latest = await listLatestReviews(db, LATEST);
  if (latest.length === 0) return print('Nobody has written a review yet.');
  print(`The latest reviews, ${latest.length} of ${await db.$count(reviews)}`);
  for (const { id, product, author, email, rating, text, writtenAt, hiddenAt } of latest) {
    const hidden = hiddenAt ? `, hidden since ${formatMoment(hiddenAt)}` : '';
    print(
      [
        '',
        `Review ${id}, ${rating} of 5, ${printable(product)}${hidden}`,
        `  ${printable(author)} <${printable(email)}>, ${formatMoment(writtenAt)}`,
        ...(text ? printableLines(text, '      ') : ['      Stars alone']),
      ].join('\n'),
    );
  }
}

/** Hides a review. A reason is required, and logged. */
export async function hideAtDesk(desk: Desk, id: number, reason: string): Promise<void> {
  const { data: why } = Why.safeParse(reason);
  if (why === undefined) throw new NotDone('Say why in one line of at most 300 characters.');
  const { review, done } = await inTransaction(desk, `review ${id}`, (tx) =>
    hideReview(tx, desk.by, id, { reason: why, at: desk.clock.now() }),
  );
  const at = review.hiddenAt ? formatMoment(review.hiddenAt) : '';
  desk.print(done ? `Review ${id} is hidden.` : `Review ${id} was hidden already, on ${at}.`);
}

/** Shows a hidden review again. */
export async function showAtDesk(desk: Desk, id: number): Promise<void> {
  const { done } = await inTransaction(desk, `review ${id}`, (tx) => unhideReview(tx, desk.by, id, desk.clock.now()));
  desk.print(done ? `Review ${id} is shown again.` : `Review ${id} is not hidden.`);
}
