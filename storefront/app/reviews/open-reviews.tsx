import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ProductReviews } from './product-reviews.tsx';
import type { Reviews } from './use-reviews.ts';

/** The reviews, open on the page rather than behind a tab as soon as there are any. */
export function OpenReviews({ productId, reviews }: { productId: number; reviews: Reviews }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  const arrived = useRef(key);
  useEffect(() => {
    if (hash !== '#reviews') return;
    // The focus follows a link to the reviews, also after a reload with `#reviews` in the address.
    if (key !== arrived.current) heading.current?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => heading.current?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [hash, key]);
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mt-section">
      <h2 id="reviews-title" ref={heading} tabIndex={-1} className="outline-none">
        Reviews
      </h2>
      <ProductReviews productId={productId} reviews={reviews} />
    </section>
  );
}
