import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AnswerReview,
  DeskReview,
  DeskReviews,
  HideReview,
  ListDeskReviews,
  ReviewIdParams,
} from '#contract/desk-reviews.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { answerAtDesk, hideAtDesk, removeAnswerAtDesk, showAtDesk } from './change-at-desk.ts';
import { findDeskReview, listDeskReviews } from './list-desk-reviews.ts';

const shared = { tags: ['Desk: reviews'], ...AT_DESK };
const one = { ...shared, params: ReviewIdParams };
const ADDRESS = '/api/desk/reviews/:reviewId/';
const refusals = { 401: Detail, 403: Detail, 404: Detail };

/** What buyers say, read by those whom they say it of. */
export const reviewDeskRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'answer reviews');

    app.get(
      '/api/desk/reviews/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Reviews of every bouquet',
          querystring: ListDeskReviews,
          response: { 200: DeskReviews, 400: BadInput, 401: Detail, 403: Detail },
        },
      },
      async ({ query }) => listDeskReviews(deps, query),
    );

    app.put(
      `${ADDRESS}answer/`,
      {
        onRequest,
        schema: {
          ...one,
          summary: 'Answer a review, for everybody to read',
          body: AnswerReview,
          response: { 200: DeskReview, 400: BadInput, ...refusals, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        await answerAtDesk(deps, doneBy(colleague), params.reviewId, body);
        return findDeskReview(deps, params.reviewId);
      },
    );

    app.delete(
      `${ADDRESS}answer/`,
      {
        onRequest,
        schema: { ...one, summary: 'Take the answer away again', response: { 200: DeskReview, ...refusals } },
      },
      async ({ colleague, params }) => {
        await removeAnswerAtDesk(deps, doneBy(colleague), params.reviewId);
        return findDeskReview(deps, params.reviewId);
      },
    );

    app.post(
      `${ADDRESS}hide/`,
      {
        onRequest,
        schema: {
          ...one,
          summary: 'Hide a review, with a reason that is kept',
          body: HideReview,
          response: { 200: DeskReview, 400: BadInput, ...refusals },
        },
      },
      async ({ colleague, params, body }) => {
        await hideAtDesk(deps, doneBy(colleague), params.reviewId, body);
        return findDeskReview(deps, params.reviewId);
      },
    );

    app.post(
      `${ADDRESS}show/`,
      {
        onRequest,
        schema: { ...one, summary: 'Show a hidden review again', response: { 200: DeskReview, ...refusals } },
      },
      async ({ colleague, params }) => {
        await showAtDesk(deps, doneBy(colleague), params.reviewId);
        return findDeskReview(deps, params.reviewId);
      },
    );
  };
