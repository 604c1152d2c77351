import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { OrderNote, OrderNotes, WriteOrderNote } from '#contract/desk-notes.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import { OrderParams } from '#contract/orders.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { addOrderNote, findOrderNotes } from './order-notes.ts';

const shared = { tags: ['Desk: orders'], ...AT_DESK, params: OrderParams };
const ADDRESS = '/api/desk/orders/:orderId/notes/';

/** What staff write about an order for each other. */
export const notesRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'see orders');

    app.get(
      ADDRESS,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Notes about an order',
          response: { 200: OrderNotes, 401: Detail, 403: Detail, 404: Detail },
        },
      },
      async ({ params }) => findOrderNotes(deps, params.orderId),
    );

    app.post(
      ADDRESS,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Write a note about an order',
          body: WriteOrderNote,
          response: { 201: OrderNote, 400: BadInput, 401: Detail, 403: Detail, 404: Detail },
        },
      },
      async ({ colleague, params, body }, reply) =>
        reply.code(201).send(await addOrderNote(deps, doneBy(colleague), params.orderId, body.text)),
    );
  };
