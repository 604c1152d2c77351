import type { FastifyPluginAsync } from 'fastify';
import { todayCalls } from '#contract/calls/desk-today.ts';
import { MAX_SWAP_PHOTO } from '#contract/desk-swaps.ts';
import type { Deps } from '#server/deps.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { showTicket } from './show-ticket.ts';
import { showToday } from './show-today.ts';
import { swapFlower } from './swap-flower.ts';

/** The sheet of a day, and one ticket of it. */
export const todayRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    serve(todayCalls.show, ({ query }) => showToday(deps, query.day));
    serve(todayCalls.showTicket, ({ params }) => showTicket(deps, params.orderId));
    serve(
      todayCalls.swap,
      async ({ colleague, params, body }, reply) => {
        const { swap, isNew } = await swapFlower(deps, doneBy(colleague), params.orderId, body);
        if (!isNew) reply.code(200);
        return swap;
      },
      { bodyLimit: MAX_SWAP_PHOTO + 64 * 1024 },
    );
  };
