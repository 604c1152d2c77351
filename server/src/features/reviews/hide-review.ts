import type { DoneBy } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { type Changed, changeReview } from './change-review.ts';

/** Hides a review, with a reason that is stored: it is neither shown nor counted from now on. */
export async function hideReview(
  tx: Transaction,
  by: DoneBy,
  id: number,
  { reason, at }: { reason: string; at: Date },
): Promise<Changed> {
  return changeReview(tx, id, async (review) => {
    if (review.hiddenAt) return undefined;
    await writeDeskLog(tx, { at, ...by }, 'hide review', id, { why: reason });
    return { hiddenAt: at, hiddenReason: reason, hiddenById: by.staffId ?? null };
  });
}

/** Shows a hidden review again. */
export async function unhideReview(tx: Transaction, by: DoneBy, id: number, at: Date): Promise<Changed> {
  return changeReview(tx, id, async (review) => {
    if (!review.hiddenAt) return undefined;
    await writeDeskLog(tx, { at, ...by }, 'show review', id, { why: review.hiddenReason });
    return { hiddenAt: null, hiddenReason: null, hiddenById: null };
  });
}
