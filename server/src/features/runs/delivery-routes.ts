import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Detail } from '#contract/errors.ts';
import { OrderDelivery, TokenParams, Tracked } from '#contract/order-delivery.ts';
import { OrderParams } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { PRIVATE, signedIn } from '#server/features/accounts/sessions/signed-in.ts';
import { findDelivery, findOwnPhoto, findPhotoByToken, trackOrder } from './find-delivery.ts';
import { writeCalendar } from './write-calendar.ts';

const tags = ['Deliveries'];
const JPEG = {
  description: 'JPEG',
  content: { 'image/jpeg': { schema: z.unknown().meta({ type: 'string', format: 'binary' }) } },
};
const CALENDAR = { description: 'iCalendar', content: { 'text/calendar': { schema: z.string() } } };
const INLINE = { 'content-type': 'image/jpeg', 'content-disposition': 'inline; filename="delivery.jpg"' };

/** What buyers and recipients see of a delivery. */
export const deliveryStageRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = signedIn(deps);

    app.get(
      '/api/user/orders/:orderId/delivery/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'How far the flowers of an order are',
          params: OrderParams,
          response: { 200: OrderDelivery, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }) => findDelivery(deps, shopper, params.orderId),
    );

    app.get(
      '/api/user/orders/:orderId/delivery/photo/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'The photo that the driver took, for 30 days',
          params: OrderParams,
          response: { 200: JPEG, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }, reply) => {
        const photo = await findOwnPhoto(deps, shopper, params.orderId);
        return reply.headers(INLINE).send(photo);
      },
    );

    app.get(
      '/api/user/orders/:orderId/delivery/calendar/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'The day of delivery as a file for calendars',
          params: OrderParams,
          response: { 200: CALENDAR, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }, reply) => {
        const file = await writeCalendar(deps, shopper, params.orderId);
        const name = `attachment; filename="flowers-${params.orderId}.ics"`;
        return reply
          .headers({ 'content-type': 'text/calendar; charset=utf-8', 'content-disposition': name })
          .send(file);
      },
    );

    app.get(
      '/api/delivery-photos/:token/',
      {
        schema: {
          tags,
          summary: "The same photo, by the link in the buyer's letter",
          params: TokenParams,
          response: { 200: JPEG, 404: Detail },
        },
      },
      async ({ params }, reply) => {
        const photo = await findPhotoByToken(deps, params.token);
        // Mail programs in a browser show it on a page of their own.
        reply.headers({ 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'cross-origin' });
        return reply.headers(INLINE).header('x-robots-tag', 'noindex').send(photo);
      },
    );

    app.get(
      '/api/track/:token/',
      {
        schema: {
          tags,
          summary: 'How far flowers are, for whoever gets them; until a week after they came',
          params: TokenParams,
          response: { 200: Tracked, 404: Detail },
        },
      },
      async ({ params }, reply) => {
        reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
        return trackOrder(deps, params.token);
      },
    );
  };
