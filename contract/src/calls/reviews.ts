import { ProductParams } from '../products.ts';
import { ListReviews, OwnReview, ReviewList, ReviewParams, WriteReview } from '../reviews.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Reviews'], may: 'shopper' });

/** What people who received a bouquet say of it. */
export const reviewCalls = {
  list: call('GET', '/api/products/:id/reviews/', {
    may: 'everybody',
    summary: 'What buyers say of a bouquet, the newest first',
    params: ProductParams,
    query: ListReviews,
    answer: ReviewList,
    refuses: [404],
  }),
  findOwn: call('GET', '/api/user/reviews/:productId/', {
    summary: "One's own review of a bouquet, and whether one may write it",
    params: ReviewParams,
    answer: OwnReview,
    refuses: [404],
  }),
  write: call('PUT', '/api/user/reviews/:productId/', {
    summary: 'Review a bouquet one received, or change what one said',
    params: ReviewParams,
    body: WriteReview,
    answer: OwnReview,
    refuses: [403, 404, 429],
  }),
  remove: call('DELETE', '/api/user/reviews/:productId/', {
    summary: "Take one's review back",
    params: ReviewParams,
    refuses: [404, 429],
  }),
};
