import { line } from '#contract/text.ts';
import { eq } from '../database/drizzle.ts';
import { NotFound } from '../errors.ts';
import { hideReview, unhideReview } from '../reviews/hide-review.ts';
import { listLatestReviews } from '../reviews/list-latest-reviews.ts';
import { reviews } from '../reviews/table.ts';
import { type Desk, inTransaction, NotDone, writeLog } from './desk.ts';
import { formatMoment, printable, printableLines } from './printable.ts';

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
  const now = desk.clock.now();
  const hiddenAt = await inTransaction(desk, `review ${id}`, async (tx) => {
    const review = await hideReview(tx, id, now);
    if (!review) throw new NotFound();
    // One that was hidden before keeps its time.
    if (review.hiddenAt?.getTime() !== now.getTime()) return review.hiddenAt;
    await writeLog(desk, tx, 'hide review', id, { why });
    return undefined;
  });
  desk.print(hiddenAt ? `Review ${id} was hidden already, on ${formatMoment(hiddenAt)}.` : `Review ${id} is hidden.`);
}

/** Shows a hidden review again. */
export async function showAtDesk(desk: Desk, id: number): Promise<void> {
  const wasHidden = await inTransaction(desk, `review ${id}`, async (tx) => {
    const [before] = await tx.select().from(reviews).where(eq(reviews.id, id));
    if (!before) throw new NotFound();
    if (!before.hiddenAt) return false;
    await unhideReview(tx, id);
    await writeLog(desk, tx, 'show review', id);
    return true;
  });
  desk.print(wasHidden ? `Review ${id} is shown again.` : `Review ${id} is not hidden.`);
}
