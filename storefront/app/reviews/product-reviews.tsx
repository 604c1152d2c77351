import { useEffect, useRef, useState } from 'react';
import { useSession, useSessionId } from '../session/session-store.ts';
import { LazyPart } from '../ui/lazy-part.tsx';
import { ReviewList } from './review-list.tsx';
import { Stars } from './stars.tsx';
import type { Reviews } from './use-reviews.ts';

const loadYourReview = () => import('./your-review.tsx');

/** What buyers say of a bouquet, the same for everybody; beside it, one's own say. */
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
        <YourSay productId={productId} lookAgain={reviews.lookAgain} />
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

type SayProps = { productId: number; lookAgain: Reviews['lookAgain'] };

/** The page is the same for everybody until someone who is signed in comes near: only then the shop is asked about them. */
function YourSay({ productId, lookAgain }: SayProps) {
  const session = useSession();
  const sessionId = useSessionId();
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);

  return (
    <div ref={place} className="min-w-0">
      {seen && session === 'signed-in' ? (
        <LazyPart
          load={loadYourReview}
          waiting={<WhoMayReview />}
          lost="The form for your review could not be fetched."
        >
          {(YourReview) => (
            <YourReview key={sessionId} productId={productId} lookAgain={lookAgain} rule={<WhoMayReview />} />
          )}
        </LazyPart>
      ) : (
        <WhoMayReview />
      )}
    </div>
  );
}

function WhoMayReview() {
  return <p className="text-soft">Only people who have received this bouquet can review it.</p>;
}
