import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { PHOTO, PhotoField } from '#contract/calls/photo.ts';
import { Claim, ClaimPromise, ClaimText } from '#contract/claims.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import { OrderParams } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { WrongForm } from '#server/errors.ts';
import { PRIVATE, signedIn } from '#server/features/accounts/sessions/signed-in.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { findClaim, findClaimPhoto, findClaimPromise } from './find-claim.ts';
import { makeClaim } from './make-claim.ts';
import { checkAllButBody } from './photos/describe-photo-form.ts';
import { FORM_EXPECTED } from './photos/read-photo-form.ts';
import { readClaimForm } from './read-claim-form.ts';

const shared = { tags: ['Claims'], ...PRIVATE, params: OrderParams };
const ADDRESS = '/api/user/orders/:orderId/claim/';

/** For the API document only: the form is read and checked as it arrives, so there is no body to validate before. */
const Form = z.object({ text: ClaimText, photo: PhotoField });

export const claimRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = signedIn(deps);
    app.setValidatorCompiler(checkAllButBody);
    // Only forms are accepted here.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(new WrongForm(FORM_EXPECTED)));
    await app.register(multipart, { throwFileSizeLimit: false });

    app.post(
      ADDRESS,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Report damaged flowers, with a photo',
          description:
            'From the day of delivery on, once for each order: asked again, it answers 200 with what there is.',
          consumes: ['multipart/form-data'],
          body: Form,
          response: {
            200: Claim,
            201: Claim,
            400: BadInput,
            401: Detail,
            404: Detail,
            409: Detail,
            413: BadInput,
            415: Detail,
            429: Detail,
          },
        },
      },
      async (request, reply) => {
        const { shopper, params, ip } = request;
        const receive: Parameters<typeof makeClaim>[3] = (file, slot) => readClaimForm(request, file, slot);
        // The address is undefined if the connection is closed already.
        const reporter = { shopper, network: networkOf(ip ?? '') };
        const { claim, isNew } = await makeClaim(deps, reporter, params.orderId, receive);
        return reply.code(isNew ? 201 : 200).send(claim);
      },
    );

    app.get(
      ADDRESS,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'What was reported of an order, and what came of it',
          response: { 200: Claim, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }) => findClaim(deps, shopper, params.orderId),
    );

    app.get(
      `${ADDRESS}promise/`,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'What a report of damaged flowers would be answered with now',
          response: { 200: ClaimPromise, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }) => findClaimPromise(deps, shopper, params.orderId),
    );

    app.get(
      `${ADDRESS}photo/`,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'The photo of damaged flowers',
          response: {
            200: PHOTO,
            401: Detail,
            404: Detail,
          },
        },
      },
      async ({ shopper, params }, reply) => {
        const photo = await findClaimPhoto(deps, shopper, params.orderId);
        return reply.type('image/jpeg').header('content-disposition', 'inline; filename="photo.jpg"').send(photo);
      },
    );
  };
