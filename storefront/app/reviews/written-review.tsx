import type { OwnReview } from '#contract/reviews.ts';
import { dateOf } from './date-of.ts';
import { ReviewText } from './review-list.tsx';
import { Stars } from './stars.tsx';

type Props = {
  review: NonNullable<OwnReview['review']>;
  mayEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** The visitor's own review, with buttons to change or delete it. */
export function WrittenReview({
  review: { rating, text, written_at, edited_at, hidden, hidden_for },
  mayEdit,
  ...on
}: Props) {
  return (
    <div className="mt-3 grid gap-2.5">
      <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-small text-soft">
        <Stars rating={rating} />
        <span className="sr-only">{rating} out of 5</span>
        {edited_at ? `Edited ${dateOf(edited_at)}` : dateOf(written_at)}
      </p>
      {text && <ReviewText className="line-clamp-4 text-small">{text}</ReviewText>}
      {hidden && (
        <p className="rounded-square bg-blush px-3.5 py-2.5 text-small">
          We took this review down. Nobody but you can see it.
          {hidden_for && ` The reason: ${hidden_for}.`}
        </p>
      )}
      <div className="mt-1.5 flex flex-wrap gap-3">
        {mayEdit && (
          <button type="button" className="button outlined small" onClick={on.onEdit}>
            Edit
          </button>
        )}
        <button type="button" className="button danger small" onClick={on.onDelete}>
          Delete
        </button>
      </div>
    </div>
  );
}
