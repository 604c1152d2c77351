import type { FastifyPluginAsync } from 'fastify';
import { deliveryStageCalls } from '#contract/calls/deliveries.ts';
import type { Deps } from '#server/deps.ts';
import { serveShopper } from '#server/features/accounts/sessions/serve-shopper.ts';
import { findDelivery, findOwnPhoto, findPhotoByToken, trackOrder } from './find-delivery.ts';
import { writeCalendar } from './write-calendar.ts';

const INLINE = { 'content-type': 'image/jpeg', 'content-disposition': 'inline; filename="delivery.jpg"' };
const BY_LINK = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };

export const deliveryStageRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveShopper(app, deps);
    serve(deliveryStageCalls.find, ({ shopper, params }) => findDelivery(deps, shopper, params.orderId));
    serve(deliveryStageCalls.findOwnPhoto, async ({ shopper, params }, reply) => {
      const photo = await findOwnPhoto(deps, shopper, params.orderId);
      return reply.headers(INLINE).send(photo);
    });
    serve(deliveryStageCalls.writeCalendar, async ({ shopper, params }, reply) => {
      const file = await writeCalendar(deps, shopper, params.orderId);
      const name = `attachment; filename="flowers-${params.orderId}.ics"`;
      return reply.headers({ 'content-type': 'text/calendar; charset=utf-8', 'content-disposition': name }).send(file);
    });
    serve(deliveryStageCalls.findPhotoByToken, async ({ params }, reply) => {
      const photo = await findPhotoByToken(deps, params.token);
      // Mail programs in a browser show it on a page of their own.
      reply.headers({ 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'cross-origin' });
      return reply.headers(INLINE).header('x-robots-tag', 'noindex').send(photo);
    });
    serve(deliveryStageCalls.track, async ({ params }, reply) => {
      reply.headers(BY_LINK);
      return trackOrder(deps, params.token);
    });
  };
