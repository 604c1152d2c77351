import type { Review } from '#contract/reviews.ts';
import { SHOP } from '#contract/shop.ts';
import { Icon } from '../ui/icon.tsx';
import { dateOf } from './date-of.ts';
import { Stars } from './stars.tsx';

/** What buyers say, word for word. */
export function ReviewList({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ol className="border-line border-t tablet:border-t-0">
      {reviews.map((review) => (
        <li key={review.id} className="border-line border-b py-5.5 tablet:py-7 tablet:first:pt-0">
          <OneReview review={review} />
        </li>
      ))}
    </ol>
  );
}

function OneReview({ review: { author, rating, text, written_at, edited_at, answer } }: { review: Review }) {
  return (
    <article className="grid gap-2.5">
      <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1">
        <Stars rating={rating} />
        <span className="sr-only">{rating} out of 5</span>
        <bdi className="font-semibold [overflow-wrap:anywhere]">{author}</bdi>
      </p>
      {text && <ReviewText>{text}</ReviewText>}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-soft">
        <span className="inline-flex items-center gap-1.5">
          <Icon name="check" className="size-4" />
          Verified purchase
        </span>
        <time dateTime={written_at}>{dateOf(written_at)}</time>
        {edited_at && <span>Edited {dateOf(edited_at)}</span>}
      </p>
      {answer && (
        <div className="mt-1 border-marigold border-l-2 pl-3.5">
          <ReviewText>{answer.text}</ReviewText>
          <p className="text-small text-soft">
            {SHOP.name}, <time dateTime={answer.answered_at}>{dateOf(answer.answered_at)}</time>
          </p>
        </div>
      )}
    </article>
  );
}

/** Plain text with its line breaks. Isolated, so that right-to-left text does not reorder what is around it. */
export function ReviewText({ children, className = '' }: { children: string; className?: string }) {
  return (
    <p dir="auto" className={`max-w-measure whitespace-pre-line [overflow-wrap:anywhere] ${className}`}>
      {children}
    </p>
  );
}
