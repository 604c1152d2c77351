import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { BouquetPhoto, BouquetPhotoParams } from '#contract/desk-catalogue.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import { addPhoto, findPhoto, retryPhoto } from '../catalogue/product-photos.ts';
import { checkAllButBody, photoField } from '../claims/describe-photo-form.ts';
import { receivePhoto } from '../claims/receive-photo.ts';
import type { Deps } from '../deps.ts';
import { Invalid } from '../errors.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';

const shared = { tags: ['Desk: catalogue'], ...AT_DESK };
const refusals = { 401: Detail, 403: Detail, 404: Detail };
const ADDRESS = '/api/desk/catalogue/photos/';

/** Pictures of the shop are 1200 pixels wide; a photo of a phone is nearly twice as tall as wide. */
const LONGEST_SIDE = 2_400;

/** For the API document only. */
const Form = z.object({ photo: photoField });

/** Photos of bouquets: received and drawn anew as those of claims, then made into pictures in the background. */
export const cataloguePhotoRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'edit catalogue');
    app.setValidatorCompiler(checkAllButBody);
    await app.register(multipart, { throwFileSizeLimit: false });

    app.post(
      ADDRESS,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Send a photo of a bouquet',
          description: 'Portrait, at least 1200 × 1500. Its picture is made afterwards.',
          consumes: ['multipart/form-data'],
          body: Form,
          response: {
            201: BouquetPhoto,
            400: BadInput,
            401: Detail,
            403: Detail,
            413: BadInput,
            415: Detail,
          },
        },
      },
      async (request, reply) => {
        const { photo } = await receivePhoto(deps, request, request.colleague.id, LONGEST_SIDE);
        if (!photo) throw new Invalid({ photo: ['Please choose a photo.'] });
        return reply.code(201).send(await addPhoto(deps, photo));
      },
    );

    app.get(
      `${ADDRESS}:photoId/`,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'How far a photo is',
          params: BouquetPhotoParams,
          response: { 200: BouquetPhoto, ...refusals },
        },
      },
      async ({ params }) => findPhoto(deps, params.photoId),
    );

    app.post(
      `${ADDRESS}:photoId/retry/`,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Try again to make a picture of it',
          params: BouquetPhotoParams,
          response: { 200: BouquetPhoto, ...refusals },
        },
      },
      async ({ params }) => retryPhoto(deps, params.photoId),
    );
  };
