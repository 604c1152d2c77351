import type { AnswerReview } from '#contract/desk-reviews.ts';
import { Conflict } from '#server/errors.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { staff } from '#server/features/staff/table.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { type Changed, changeReview } from './change-review.ts';
import type { ReviewRow } from './table.ts';

/**
 * Puts the shop's words under a review, for everybody to read, or other words in their place. Refused if a colleague has answered
 * since the page was loaded. The same words again change nothing.
 */
export async function answerReview(
  tx: Transaction,
  by: DoneBy,
  id: number,
  { words, seen, at }: AnswerReview & { at: Date },
): Promise<Changed> {
  return changeReview(tx, id, async (review) => {
    if (review.answer === words) return undefined;
    await requireSeen(tx, review, seen);
    const details = { before: review.answer, after: words };
    await writeDeskLog(tx, { at, ...by }, 'answer review', id, details);
    return { answer: words, answeredAt: at, answeredById: by.staffId ?? null };
  });
}

/** Takes the shop's words away again. */
export async function removeAnswer(tx: Transaction, by: DoneBy, id: number, at: Date): Promise<Changed> {
  return changeReview(tx, id, async (review) => {
    if (review.answer === null) return undefined;
    const details = { before: review.answer };
    await writeDeskLog(tx, { at, ...by }, 'take back answer to review', id, details);
    return { answer: null, answeredAt: null, answeredById: null };
  });
}

async function requireSeen(
  tx: Transaction,
  { answeredAt, answeredById }: ReviewRow,
  seen: string | null,
): Promise<void> {
  if ((answeredAt?.toISOString() ?? null) === seen) return;
  if (answeredAt === null) throw new Conflict('The answer was taken back meanwhile.');
  const [colleague] =
    answeredById === null ? [] : await tx.select({ name: staff.name }).from(staff).where(eq(staff.id, answeredById));
  throw new Conflict(`${colleague?.name ?? 'A colleague'} has answered it meanwhile. Look at that answer first.`);
}
