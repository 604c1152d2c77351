import { ProductDetail } from '#contract/products.ts';
import { MAX_REVIEW_LIMIT, type Review, ReviewList } from '#contract/reviews.ts';
import { getJson } from '../api/client.ts';

/** How a bouquet stands with its buyers: the mean, how many there are, and those that are shown. */
export type Standing = { rating: number | null; count: number; reviews: readonly Review[] };

const Counted = ProductDetail.pick({ rating: true, review_count: true });

/** The reviews that follow the one of this id. */
export async function fetchMore(productId: number, before: number): Promise<Review[]> {
  return ReviewList.parse(await getJson(`/api/products/${productId}/reviews/?before=${before}`));
}

/** How a bouquet stands now, with as many of its reviews as were shown. */
export async function fetchStanding(productId: number, shown: number): Promise<Standing> {
  const limit = Math.min(MAX_REVIEW_LIMIT, Math.max(10, shown));
  const [product, reviews] = await Promise.all([
    getJson(`/api/products/${productId}/`),
    getJson(`/api/products/${productId}/reviews/?limit=${limit}`),
  ]);
  const { rating, review_count } = Counted.parse(product);
  return { rating, count: review_count, reviews: ReviewList.parse(reviews) };
}
