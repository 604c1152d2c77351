import { ProductDetail } from '#contract/products.ts';
import { MAX_REVIEW_LIMIT, type Review, ReviewList } from '#contract/reviews.ts';
import { getJson } from '../api/client.ts';
import { withQuery } from '../api/with-query.ts';

/** The rating of a bouquet, the number of its reviews, and those that are shown. */
export type RatingSummary = { rating: number | null; count: number; reviews: readonly Review[] };

const Counted = ProductDetail.pick({ rating: true, review_count: true });

/** The reviews that follow the one of this id. */
export async function fetchMoreReviews(productId: number, before: number): Promise<Review[]> {
  return ReviewList.parse(await getJson(withQuery(`/api/products/${productId}/reviews/`, { before })));
}

/** Fetches the rating again, with as many reviews as were shown. */
export async function fetchRatingSummary(productId: number, shown: number): Promise<RatingSummary> {
  const limit = Math.min(MAX_REVIEW_LIMIT, Math.max(10, shown));
  const [product, reviews] = await Promise.all([
    getJson(`/api/products/${productId}/`),
    getJson(withQuery(`/api/products/${productId}/reviews/`, { limit })),
  ]);
  const { rating, review_count } = Counted.parse(product);
  return { rating, count: review_count, reviews: ReviewList.parse(reviews) };
}
