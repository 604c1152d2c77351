import type { FastifyPluginAsync } from 'fastify';
import { noteCalls } from '#contract/calls/desk-notes.ts';
import type { Deps } from '#server/deps.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { addOrderNote, findOrderNotes } from './order-notes.ts';

/** What staff write about an order for each other. */
export const notesRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(noteCalls.list, ({ params }) => findOrderNotes(deps, params.orderId));
    serve(noteCalls.add, ({ colleague, params, body }) =>
      addOrderNote(deps, doneBy(colleague), params.orderId, body.text),
    );
  };
