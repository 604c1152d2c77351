import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  AnswerClaim,
  ClaimParams,
  ClaimsWaiting,
  DeskClaimDetail,
  DeskClaims,
  ListClaims,
  RefundedForClaim,
  RefundForClaim,
  ReplaceForClaim,
  ShowClaimPhoto,
} from '#contract/desk-claims.ts';
import { BadInput, Detail, MayNot } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { answerAtDesk, replaceAtDesk } from './answer-at-desk.ts';
import { findDeskClaim } from './find-desk-claim.ts';
import { findDeliveryPhoto, findDeskPhoto } from './find-desk-photos.ts';
import { countWaiting, listDeskClaims } from './list-desk-claims.ts';
import { refundForClaim } from './refund-for-claim.ts';

const shared = { tags: ['Desk: claims'], ...AT_DESK };
const one = { ...shared, params: ClaimParams };
const ADDRESS = '/api/desk/claims/:claimId/';
const refusals = { 401: Detail, 403: Detail, 404: Detail };

const jpeg = z.unknown().meta({ type: 'string', format: 'binary', description: 'The photo, drawn anew.' });
const PHOTO = { description: 'JPEG', content: { 'image/jpeg': { schema: jpeg } } };
const INLINE = 'inline; filename="photo.jpg"';

/** Damaged flowers, and what is done about them. */
export const claimDeskRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'answer claims');

    app.get(
      '/api/desk/claims/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Who waits for an answer, or got one',
          querystring: ListClaims,
          response: { 200: DeskClaims, 400: BadInput, 401: Detail, 403: Detail },
        },
      },
      async ({ query }) => listDeskClaims(deps, query),
    );

    app.get(
      '/api/desk/claims/waiting/',
      {
        onRequest,
        schema: { ...shared, summary: 'How many wait', response: { 200: ClaimsWaiting, 401: Detail, 403: Detail } },
      },
      async () => ({ waiting: await countWaiting(deps.db) }),
    );

    app.get(
      ADDRESS,
      { onRequest, schema: { ...one, summary: 'One claim', response: { 200: DeskClaimDetail, ...refusals } } },
      async ({ colleague, params }) => findDeskClaim(deps, colleague.roles, params.claimId),
    );

    app.get(
      `${ADDRESS}photo/`,
      {
        onRequest,
        schema: {
          ...one,
          summary: "The buyer's photo",
          querystring: ShowClaimPhoto,
          response: { 200: PHOTO, 400: BadInput, ...refusals },
        },
      },
      async ({ colleague, params, query }, reply) => {
        const photo = await findDeskPhoto(deps, doneBy(colleague), params.claimId, query.enlarged !== undefined);
        return reply.type('image/jpeg').header('content-disposition', INLINE).send(photo);
      },
    );

    app.get(
      `${ADDRESS}delivery-photo/`,
      {
        onRequest,
        schema: { ...one, summary: "The driver's photo at the door", response: { 200: PHOTO, ...refusals } },
      },
      async ({ params }, reply) => {
        const photo = await findDeliveryPhoto(deps, params.claimId);
        return reply.type('image/jpeg').header('content-disposition', INLINE).send(photo);
      },
    );

    app.post(
      `${ADDRESS}answer/`,
      {
        onRequest,
        schema: {
          ...one,
          summary: 'Answer by letter',
          body: AnswerClaim,
          response: { 200: DeskClaimDetail, 400: BadInput, ...refusals, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        await answerAtDesk(deps, doneBy(colleague), params.claimId, body);
        return findDeskClaim(deps, colleague.roles, params.claimId);
      },
    );

    app.post(
      `${ADDRESS}replace/`,
      {
        onRequest,
        schema: {
          ...one,
          summary: 'Send the same flowers again, for nothing, on the next day that has room',
          body: ReplaceForClaim,
          response: { 200: DeskClaimDetail, 400: BadInput, ...refusals, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        await replaceAtDesk(deps, doneBy(colleague), params.claimId, body);
        return findDeskClaim(deps, colleague.roles, params.claimId);
      },
    );

    app.post(
      `${ADDRESS}refund/`,
      {
        onRequest: atDesk(deps, 'refund'),
        schema: {
          ...one,
          summary: 'Give back a part of the money, or all of it',
          description:
            'A florist up to a sum for each order, which the owner sets; above it an owner confirms it with a passkey first.',
          body: RefundForClaim,
          response: { 200: RefundedForClaim, 400: BadInput, ...refusals, 403: MayNot, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        const outcome = await refundForClaim(deps, colleague, params.claimId, body);
        return { claim: await findDeskClaim(deps, colleague.roles, params.claimId), outcome };
      },
    );
  };
