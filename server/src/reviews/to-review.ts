import type { Review } from '#contract/reviews.ts';
import { dropTurning, dropUnseen } from '#contract/unseen.ts';
import type { ReviewRow } from './table.ts';

type Person = { firstName: string; lastName: string };

const letters = new Intl.Segmenter('en-GB');

/**
 * How a buyer is called in public: known to friends, and to nobody else. Names that were kept before direction marks were
 * dropped may still hold some.
 */
export function toAuthor({ firstName, lastName }: Person): string {
  const first = dropUnseen(firstName);
  const [initial] = letters.segment(dropUnseen(lastName));
  return initial ? `${first} ${initial.segment}.` : first;
}

export function toReview(row: ReviewRow, author: Person): Review {
  return {
    id: row.id,
    author: toAuthor(author),
    rating: row.rating,
    text: dropTurning(row.text),
    written_at: row.writtenAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
    verified_purchase: true,
  };
}
