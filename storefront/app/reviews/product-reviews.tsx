import { useEffect, useRef, useState } from 'react';
import { useSession, useSessionId } from '../session/session-store.ts';
import { LazyPart } from '../ui/loading/lazy-part.tsx';
import { observeVisibility } from '../ui/loading/observe-visibility.ts';
import { ReviewList } from './review-list.tsx';
import { Stars } from './stars.tsx';
import type { Reviews } from './use-reviews.ts';

const loadYourReview = () => import('./your-review.tsx');

/** The reviews of a bouquet, the same for everybody; beside them the visitor's own. */
export function ProductReviews({ productId, reviews }: { productId: number; reviews: Reviews }) {
  const { rating, count } = reviews;
  return (
    <div className="mt-6 grid items-start gap-x-[clamp(2rem,5.5vw,5.5rem)] gap-y-7 tablet:mt-8 tablet:grid-cols-[5fr_7fr]">
      <div className="grid min-w-0 gap-5">
        {rating === null ? (
          <p className="text-lead">No reviews yet.</p>
        ) : (
          <div className="grid justify-items-start gap-2">
            <Stars rating={rating} className="h-7" />
            <p className="text-lead">{`Rated ${rating} of 5 by ${count} ${count === 1 ? 'buyer' : 'buyers'}.`}</p>
          </div>
        )}
        <YourReviewPart productId={productId} refetch={reviews.refetch} />
        <HowReviewsAreChecked />
      </div>
      {reviews.reviews.length > 0 && <List reviews={reviews} />}
    </div>
  );
}

function List({ reviews: { reviews, more, showMore } }: { reviews: Reviews }) {
  return (
    <div className="grid min-w-0 justify-items-start gap-5">
      <div className="w-full">
        <ReviewList reviews={reviews} />
      </div>
      {more === 'failed' && <p role="alert">We couldn’t fetch more reviews. What you see is still right.</p>}
      {more !== 'none' && (
        <button
          type="button"
          className="button outlined small"
          aria-disabled={more === 'loading' || undefined}
          onClick={showMore}
        >
          {more === 'loading' ? 'Fetching…' : more === 'failed' ? 'Try again' : 'Show more reviews'}
        </button>
      )}
    </div>
  );
}

type YourReviewProps = { productId: number; refetch: Reviews['refetch'] };

/** The visitor's own review is fetched only when this part comes into sight and the visitor is signed in. */
function YourReviewPart({ productId, refetch }: YourReviewProps) {
  const session = useSession();
  const sessionId = useSessionId();
  const part = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);

  useEffect(() => {
    if (!part.current) return;
    return observeVisibility(part.current, (isVisible) => isVisible && setSeen(true));
  }, []);

  return (
    <div ref={part} className="min-w-0">
      {seen && session === 'signed-in' ? (
        <LazyPart
          load={loadYourReview}
          fallback={<WhoMayReview />}
          failureMessage="The form for your review could not be fetched."
        >
          {(YourReview) => (
            <YourReview key={sessionId} productId={productId} refetch={refetch} rule={<WhoMayReview />} />
          )}
        </LazyPart>
      ) : (
        <WhoMayReview />
      )}
    </div>
  );
}

/** Reviews may not be shown without the steps that make sure they are real: docs/decisions/said-plainly.md. */
function HowReviewsAreChecked() {
  return (
    <div className="grid max-w-measure gap-1.5 border-line border-t pt-4 text-small text-soft">
      <p className="font-semibold text-leaf-900">How reviews are checked</p>
      <p>
        Before we take a review, we check that its writer bought this bouquet from us, that it has come, and that the
        email address is confirmed. Good and bad are shown alike, word for word and at once. We give nothing for them.
      </p>
      <p>
        We hide a review only for someone’s private details, abuse, advertising, or if it is not about the flowers, and
        tell its writer why.
      </p>
    </div>
  );
}

function WhoMayReview() {
  return <p className="text-soft">Only people who have received this bouquet can review it.</p>;
}
