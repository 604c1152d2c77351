import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ProductReviews } from './product-reviews.tsx';
import type { Reviews } from './use-reviews.ts';

/** What buyers say, open on the page: once somebody has said something, nobody should have to look behind a tab for it. */
export function OpenReviews({ productId, reviews }: { productId: number; reviews: Reviews }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  const arrived = useRef(key);
  // Whoever followed a link on the page goes on reading here; the router itself brings the page to the place.
  useEffect(() => {
    if (hash === '#reviews' && key !== arrived.current) heading.current?.focus({ preventScroll: true });
  }, [hash, key]);
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="mt-section scroll-mt-4">
      <h2 id="reviews-title" ref={heading} tabIndex={-1} className="outline-none">
        Reviews
      </h2>
      <ProductReviews productId={productId} reviews={reviews} />
    </section>
  );
}
