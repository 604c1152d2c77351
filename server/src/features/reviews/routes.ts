import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { BadInput, Detail } from '#contract/errors.ts';
import { ProductParams } from '#contract/products.ts';
import { ListReviews, OwnReview, ReviewList, ReviewParams, WriteReview } from '#contract/reviews.ts';
import type { Deps } from '#server/deps.ts';
import { PRIVATE, signedIn } from '#server/features/accounts/sessions/signed-in.ts';
import { findOwnReview } from './find-own-review.ts';
import { listReviews } from './list-reviews.ts';
import { removeReview } from './remove-review.ts';
import { writeReview } from './write-review.ts';

const tags = ['Reviews'];

export const reviewRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = signedIn(deps);

    app.get(
      '/api/products/:id/reviews/',
      {
        schema: {
          tags,
          summary: 'What buyers say of a bouquet, the newest first',
          params: ProductParams,
          querystring: ListReviews,
          response: { 200: ReviewList, 400: BadInput, 404: Detail },
        },
      },
      // Not cached: people change their names, which is not announced.
      async ({ params, query }, reply) =>
        reply.header('cache-control', 'no-store').send(await listReviews(deps, params.id, query)),
    );

    app.get(
      '/api/user/reviews/:productId/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: "One's own review of a bouquet, and whether one may write it",
          params: ReviewParams,
          response: { 200: OwnReview, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }) => findOwnReview(deps, shopper, params.productId),
    );

    app.put(
      '/api/user/reviews/:productId/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Review a bouquet one received, or change what one said',
          params: ReviewParams,
          body: WriteReview,
          response: { 200: OwnReview, 400: BadInput, 401: Detail, 403: Detail, 404: Detail, 429: Detail },
        },
      },
      async ({ shopper, params, body }) => writeReview(deps, shopper, params.productId, body),
    );

    app.delete(
      '/api/user/reviews/:productId/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: "Take one's review back",
          params: ReviewParams,
          response: { 204: z.undefined(), 401: Detail, 404: Detail, 429: Detail },
        },
      },
      async ({ shopper, params }, reply) => {
        await removeReview(deps, shopper, params.productId);
        return reply.code(204).send();
      },
    );
  };
