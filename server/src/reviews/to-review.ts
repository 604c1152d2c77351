import type { Review } from '#contract/reviews.ts';
import type { ReviewRow } from './table.ts';

type Person = { firstName: string; lastName: string };

const letters = new Intl.Segmenter('en-GB');

/** How a buyer is called in public: known to friends, and to nobody else. */
export function toAuthor({ firstName, lastName }: Person): string {
  const [first] = letters.segment(lastName);
  return first ? `${firstName} ${first.segment}.` : firstName;
}

export function toReview(row: ReviewRow, author: Person): Review {
  return {
    id: row.id,
    author: toAuthor(author),
    rating: row.rating,
    text: row.text,
    written_at: row.writtenAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
    verified_purchase: true,
  };
}
