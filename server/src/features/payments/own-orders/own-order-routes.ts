import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BadInput, Detail } from '#contract/errors.ts';
import { Order, OrderParams } from '#contract/orders.ts';
import { ChangeOwnOrder, OrderChanges } from '#contract/own-orders.ts';
import type { Deps } from '#server/deps.ts';
import { PRIVATE, signedIn } from '#server/features/accounts/sessions/signed-in.ts';
import { cancelOwnOrder } from './cancel-own-order.ts';
import { changeOwnOrder } from './change-own-order.ts';
import { findOwnChanges } from './find-own-changes.ts';

const shared = { tags: ['Orders'], ...PRIVATE, params: OrderParams };
const gone = { 401: Detail, 404: Detail };

/** What a buyer can still do with an order that was paid for. */
export const ownOrderRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = signedIn(deps);

    app.get(
      '/api/user/orders/:orderId/changes/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'What can still change of an order that was paid for',
          response: { 200: OrderChanges, ...gone },
        },
      },
      async ({ shopper, params }) => findOwnChanges(deps, shopper, params.orderId),
    );

    app.patch(
      '/api/user/orders/:orderId/change/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Another day, address, note or other wishes for an order that nobody has tied yet',
          description:
            'The day until the cut-off of the one it has, for a day that is open, has room and costs no more. All of it or nothing.',
          body: ChangeOwnOrder,
          response: { 200: Order, 400: BadInput, ...gone, 409: Detail, 429: Detail },
        },
      },
      async ({ shopper, params, body }) => changeOwnOrder(deps, shopper, params.orderId, body),
    );

    app.post(
      '/api/user/orders/:orderId/cancel/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Cancel an order that nobody has tied yet: all that was paid goes back',
          description:
            'Answered 202 where the shop looks first, as `look_first` of the changes says: the order stays until it is answered.',
          response: { 200: Order, 202: Order, ...gone, 409: Detail, 429: Detail },
        },
      },
      async ({ shopper, params }, reply) => {
        const order = await cancelOwnOrder(deps, shopper, params.orderId);
        return reply.code(order.stage === 'cancelled' ? 200 : 202).send(order);
      },
    );
  };
