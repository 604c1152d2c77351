import type { FastifyPluginAsync } from 'fastify';
import { reviewDeskCalls } from '#contract/calls/desk-reviews.ts';
import type { Deps } from '#server/deps.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { answerAtDesk, hideAtDesk, removeAnswerAtDesk, showAtDesk } from './change-at-desk.ts';
import { findDeskReview, listDeskReviews } from './list-desk-reviews.ts';

/** What buyers say, read by those whom they say it of. */
export const reviewDeskRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(reviewDeskCalls.list, ({ query }) => listDeskReviews(deps, query));
    serve(reviewDeskCalls.answer, async ({ colleague, params, body }) => {
      await answerAtDesk(deps, doneBy(colleague), params.reviewId, body);
      return findDeskReview(deps, params.reviewId);
    });
    serve(reviewDeskCalls.removeAnswer, async ({ colleague, params }) => {
      await removeAnswerAtDesk(deps, doneBy(colleague), params.reviewId);
      return findDeskReview(deps, params.reviewId);
    });
    serve(reviewDeskCalls.hide, async ({ colleague, params, body }) => {
      await hideAtDesk(deps, doneBy(colleague), params.reviewId, body);
      return findDeskReview(deps, params.reviewId);
    });
    serve(reviewDeskCalls.show, async ({ colleague, params }) => {
      await showAtDesk(deps, doneBy(colleague), params.reviewId);
      return findDeskReview(deps, params.reviewId);
    });
  };
