import type { FastifyPluginAsync } from 'fastify';
import { claimDeskCalls } from '#contract/calls/desk-claims.ts';
import type { Deps } from '#server/deps.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { answerAtDesk, replaceAtDesk } from './answer-at-desk.ts';
import { findDeskClaim } from './find-desk-claim.ts';
import { findDeliveryPhoto, findDeskPhoto } from './find-desk-photos.ts';
import { countWaiting, listDeskClaims } from './list-desk-claims.ts';
import { refundForClaim } from './refund-for-claim.ts';

const INLINE = 'inline; filename="photo.jpg"';

/** Damaged flowers, and what is done about them. */
export const claimDeskRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(claimDeskCalls.list, ({ query }) => listDeskClaims(deps, query));
    serve(claimDeskCalls.countWaiting, async () => ({ waiting: await countWaiting(deps.db) }));
    serve(claimDeskCalls.find, ({ colleague, params }) => findDeskClaim(deps, colleague.roles, params.claimId));
    serve(claimDeskCalls.photo, async ({ colleague, params, query }, reply) => {
      const photo = await findDeskPhoto(deps, doneBy(colleague), params.claimId, query.enlarged !== undefined);
      return reply.type('image/jpeg').header('content-disposition', INLINE).send(photo);
    });
    serve(claimDeskCalls.deliveryPhoto, async ({ params }, reply) => {
      const photo = await findDeliveryPhoto(deps, params.claimId);
      return reply.type('image/jpeg').header('content-disposition', INLINE).send(photo);
    });
    serve(claimDeskCalls.answer, async ({ colleague, params, body }) => {
      await answerAtDesk(deps, doneBy(colleague), params.claimId, body);
      return findDeskClaim(deps, colleague.roles, params.claimId);
    });
    serve(claimDeskCalls.replace, async ({ colleague, params, body }) => {
      await replaceAtDesk(deps, doneBy(colleague), params.claimId, body);
      return findDeskClaim(deps, colleague.roles, params.claimId);
    });
    serve(claimDeskCalls.refund, async ({ colleague, params, body }) => {
      const outcome = await refundForClaim(deps, colleague, params.claimId, body);
      return { claim: await findDeskClaim(deps, colleague.roles, params.claimId), outcome };
    });
  };
