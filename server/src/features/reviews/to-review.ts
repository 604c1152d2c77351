import { dropDirectionMarks, dropInvisible } from '#contract/invisible.ts';
import type { Review } from '#contract/reviews.ts';
import type { ReviewRow } from './table.ts';

type Person = { firstName: string; lastName: string };

const letters = new Intl.Segmenter('en-GB');

/**
 * The author's name in public: friends know it, strangers do not. Names stored before direction marks were dropped may
 * still hold some. Somebody who came in with a code may have none.
 */
export function toAuthor({ firstName, lastName }: Person): string {
  const first = dropInvisible(firstName);
  if (!first) return 'A customer';
  const [initial] = letters.segment(dropInvisible(lastName));
  return initial ? `${first} ${initial.segment}.` : first;
}

export function toReview(row: ReviewRow, author: Person): Review {
  return {
    id: row.id,
    author: toAuthor(author),
    rating: row.rating,
    text: dropDirectionMarks(row.text),
    written_at: row.writtenAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
    verified_purchase: true,
    ...(row.answer !== null &&
      row.answeredAt !== null && { answer: { text: row.answer, answered_at: row.answeredAt.toISOString() } }),
  };
}
