import multipart from '@fastify/multipart';
import type { FastifyPluginAsync } from 'fastify';
import { claimCalls } from '#contract/calls/claims.ts';
import type { Deps } from '#server/deps.ts';
import { WrongForm } from '#server/errors.ts';
import { serveShopper } from '#server/features/accounts/sessions/serve-shopper.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { findClaim, findClaimPhoto, findClaimPromise } from './find-claim.ts';
import { makeClaim } from './make-claim.ts';
import { checkAllButBody } from './photos/describe-photo-form.ts';
import { FORM_EXPECTED } from './photos/read-photo-form.ts';
import { readClaimForm } from './read-claim-form.ts';

export const claimRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    app.setValidatorCompiler(checkAllButBody);
    // Only forms are accepted here.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(new WrongForm(FORM_EXPECTED)));
    await app.register(multipart, { throwFileSizeLimit: false });

    const serve = serveShopper(app, deps);
    serve(claimCalls.make, async (request, reply) => {
      const { shopper, params, ip } = request;
      const receive: Parameters<typeof makeClaim>[3] = (file, slot) => readClaimForm(request, file, slot);
      // The address is undefined if the connection is closed already.
      const reporter = { shopper, network: networkOf(ip ?? '') };
      const { claim, isNew } = await makeClaim(deps, reporter, params.orderId, receive);
      if (!isNew) reply.code(200);
      return claim;
    });
    serve(claimCalls.find, ({ shopper, params }) => findClaim(deps, shopper, params.orderId));
    serve(claimCalls.findPromise, ({ shopper, params }) => findClaimPromise(deps, shopper, params.orderId));
    serve(claimCalls.findPhoto, async ({ shopper, params }, reply) => {
      const photo = await findClaimPhoto(deps, shopper, params.orderId);
      return reply.type('image/jpeg').header('content-disposition', 'inline; filename="photo.jpg"').send(photo);
    });
  };
