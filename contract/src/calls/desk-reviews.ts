import { AnswerReview, DeskReview, DeskReviews, HideReview, ListDeskReviews, ReviewIdParams } from '../desk-reviews.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: reviews'], may: 'answer reviews' });

/** What buyers say, read by those whom they say it of. */
export const reviewDeskCalls = {
  list: call('GET', '/api/desk/reviews/', {
    summary: 'Reviews of every bouquet',
    query: ListDeskReviews,
    answer: DeskReviews,
  }),
  answer: call('PUT', '/api/desk/reviews/:reviewId/answer/', {
    summary: 'Answer a review, for everybody to read',
    params: ReviewIdParams,
    body: AnswerReview,
    answer: DeskReview,
    refuses: [404, 409],
  }),
  removeAnswer: call('DELETE', '/api/desk/reviews/:reviewId/answer/', {
    summary: 'Take the answer away again',
    params: ReviewIdParams,
    answer: DeskReview,
    refuses: [404],
  }),
  hide: call('POST', '/api/desk/reviews/:reviewId/hide/', {
    summary: 'Hide a review, with a reason that is kept',
    params: ReviewIdParams,
    body: HideReview,
    answer: DeskReview,
    refuses: [404],
  }),
  show: call('POST', '/api/desk/reviews/:reviewId/show/', {
    summary: 'Show a hidden review again',
    params: ReviewIdParams,
    answer: DeskReview,
    refuses: [404],
  }),
};
