import type { FastifyPluginAsync } from 'fastify';
import { ownOrderCalls } from '#contract/calls/orders.ts';
import type { Deps } from '#server/deps.ts';
import { serveShopper } from '#server/features/accounts/sessions/serve-shopper.ts';
import { cancelOwnOrder } from './cancel-own-order.ts';
import { changeOwnOrder } from './change-own-order.ts';
import { findOwnChanges } from './find-own-changes.ts';

export const ownOrderRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveShopper(app, deps);
    serve(ownOrderCalls.findChanges, ({ shopper, params }) => findOwnChanges(deps, shopper, params.orderId));
    serve(ownOrderCalls.change, ({ shopper, params, body }) => changeOwnOrder(deps, shopper, params.orderId, body));
    serve(ownOrderCalls.cancel, async ({ shopper, params }, reply) => {
      const order = await cancelOwnOrder(deps, shopper, params.orderId);
      if (order.stage !== 'cancelled') reply.code(202);
      return order;
    });
  };
