import type { FastifyPluginAsync } from 'fastify';
import { reviewCalls } from '#contract/calls/reviews.ts';
import type { Deps } from '#server/deps.ts';
import { serveShopper } from '#server/features/accounts/sessions/serve-shopper.ts';
import { findOwnReview } from './find-own-review.ts';
import { listReviews } from './list-reviews.ts';
import { removeReview } from './remove-review.ts';
import { writeReview } from './write-review.ts';

export const reviewRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveShopper(app, deps);
    // Not cached: people change their names, which is not announced.
    serve(reviewCalls.list, async ({ params, query }, reply) => {
      reply.header('cache-control', 'no-store');
      return listReviews(deps, params.id, query);
    });
    serve(reviewCalls.findOwn, ({ shopper, params }) => findOwnReview(deps, shopper, params.productId));
    serve(reviewCalls.write, ({ shopper, params, body }) => writeReview(deps, shopper, params.productId, body));
    serve(reviewCalls.remove, ({ shopper, params }) => removeReview(deps, shopper, params.productId));
  };
