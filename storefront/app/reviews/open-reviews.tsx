import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { ProductReviews } from './product-reviews.tsx';
import type { Reviews } from './use-reviews.ts';

/** What buyers say, open on the page: once somebody has said something, nobody should have to look behind a tab for it. */
export function OpenReviews({ productId, reviews }: { productId: number; reviews: Reviews }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  const arrived = useRef(key);
  useEffect(() => {
    if (hash !== '#reviews') return;
    // Whoever followed a link on the page goes on reading here. Also a page loaded anew comes here: its link says so.
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
