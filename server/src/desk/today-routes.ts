import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { DeskOrderParams, MAX_SWAP_PHOTO, MakeSwap, ShowToday, Swap, Ticket, Today } from '#contract/desk.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { showTicket } from './show-ticket.ts';
import { showToday } from './show-today.ts';
import { swapFlower } from './swap-flower.ts';

const shared = { tags: ['Desk: tying'], ...AT_DESK };

/** The sheet of a day, and one ticket of it. */
export const todayRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'tie');

    app.get(
      '/api/desk/today/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'The sheet of a day',
          querystring: ShowToday,
          response: { 200: Today, 400: BadInput, 401: Detail, 403: Detail },
        },
      },
      async ({ query }) => showToday(deps, query.day),
    );

    app.get(
      '/api/desk/orders/:orderId/ticket/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'One ticket',
          params: DeskOrderParams,
          response: { 200: Ticket, 401: Detail, 403: Detail, 404: Detail },
        },
      },
      async ({ params }) => showTicket(deps, params.orderId),
    );

    app.post(
      '/api/desk/orders/:orderId/swaps/',
      {
        onRequest,
        bodyLimit: MAX_SWAP_PHOTO + 64 * 1024,
        schema: {
          ...shared,
          summary: 'Put in another flower for one that is missing, or ask the buyer',
          description: 'The same swap, sent again, is answered 200 with the one there is.',
          params: DeskOrderParams,
          body: MakeSwap,
          response: {
            ...{ 200: Swap, 201: Swap, 400: BadInput, 401: Detail, 403: Detail, 404: Detail, 409: Detail },
            ...{ 413: Detail },
          },
        },
      },
      async ({ colleague, params, body }, reply) => {
        const { swap, isNew } = await swapFlower(deps, colleague, params.orderId, body);
        return reply.code(isNew ? 201 : 200).send(swap);
      },
    );
  };
