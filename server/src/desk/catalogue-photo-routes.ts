import multipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import { cataloguePhotoCalls } from '#contract/calls/desk-catalogue-photos.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { addPhoto, findPhoto, retryPhoto } from '#server/features/catalogue/pictures/product-photos.ts';
import { checkAllButBody } from '#server/features/claims/photos/describe-photo-form.ts';
import { receivePhoto } from '#server/features/claims/photos/receive-photo.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';

/** Pictures of the shop are 1200 pixels wide; a photo of a phone is nearly twice as tall as wide. */
const LONGEST_SIDE = 2_400;

/** Photos of bouquets: received and drawn anew as those of claims, then made into pictures in the background. */
export const cataloguePhotoRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    app.setValidatorCompiler(checkAllButBody);
    await app.register(multipart, { throwFileSizeLimit: false });
    serve(cataloguePhotoCalls.add, async (request) => {
      const { photo } = await receivePhoto(deps, request, request.colleague.id, LONGEST_SIDE);
      if (!photo) throw new Invalid({ photo: ['Please choose a photo.'] });
      return addPhoto(deps, photo);
    });
    serve(cataloguePhotoCalls.find, ({ params }) => findPhoto(deps, params.photoId));
    serve(cataloguePhotoCalls.retry, ({ params }) => retryPhoto(deps, params.photoId));
  };
