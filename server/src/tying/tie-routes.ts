import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  CannotTie,
  CountTied,
  DeskOrderParams,
  FlowerLike,
  ListFlowersLike,
  Pressed,
  PressedOrders,
  PressOrders,
  SwapParams,
} from '#contract/desk.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { countTied } from './count-tied.ts';
import { listFlowersLike } from './list-flowers-like.ts';
import { reportTieable, reportUntieable } from './report-untieable.ts';
import { settleSwap, withdrawSwap } from './settle-swap.ts';
import { takeBackOrders, tieOrders } from './tie-orders.ts';

const shared = { tags: ['Desk: tying'], ...AT_DESK };
const REFUSED = { 400: BadInput, 401: Detail, 403: Detail };
const OF_ONE = { ...REFUSED, 404: Detail, 409: Detail };

/** What is pressed at the bench. */
export const tieRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'tie');

    app.post(
      '/api/desk/orders/tie/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Mark orders as tied',
          description:
            'Each that is still to tie. Of the others it is said what is true now; nothing is done twice, and one does not stop the others.',
          body: PressOrders,
          response: { 200: PressedOrders, ...REFUSED },
        },
      },
      async ({ colleague, body }) => ({ orders: await tieOrders(deps, colleague, body.orders) }),
    );

    app.post(
      '/api/desk/orders/take-back/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Take back that orders are tied',
          body: PressOrders,
          response: { 200: PressedOrders, ...REFUSED },
        },
      },
      async ({ colleague, body }) => ({ orders: await takeBackOrders(deps, colleague, body.orders) }),
    );

    app.post(
      '/api/desk/orders/:orderId/count-tied/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Count one bouquet of several as tied, or not',
          description: 'With the last of them the order is tied.',
          params: DeskOrderParams,
          body: CountTied,
          response: { 200: Pressed, ...OF_ONE },
        },
      },
      async ({ colleague, params, body }) => countTied(deps, colleague, params.orderId, body),
    );

    app.put(
      '/api/desk/orders/:orderId/cannot-be-tied/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Say that an order cannot be tied today, and why',
          params: DeskOrderParams,
          body: CannotTie,
          response: { 204: z.undefined(), ...OF_ONE },
        },
      },
      async ({ colleague, params, body }, reply) => {
        await reportUntieable(deps, colleague, params.orderId, body.why);
        return reply.code(204).send();
      },
    );

    app.delete(
      '/api/desk/orders/:orderId/cannot-be-tied/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Take that back',
          params: DeskOrderParams,
          response: { 204: z.undefined(), ...OF_ONE },
        },
      },
      async ({ colleague, params }, reply) => {
        await reportTieable(deps, colleague, params.orderId);
        return reply.code(204).send();
      },
    );

    app.get(
      '/api/desk/flowers/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'What could go in for a flower that is missing',
          querystring: ListFlowersLike,
          response: { 200: FlowerLike.array(), ...REFUSED },
        },
      },
      async ({ query }) => listFlowersLike(deps, query.flower),
    );

    app.post(
      '/api/desk/swaps/:swapId/settle/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'A swap was agreed by telephone',
          params: SwapParams,
          response: { 204: z.undefined(), ...OF_ONE },
        },
      },
      async ({ colleague, params }, reply) => {
        await settleSwap(deps, colleague, params.swapId);
        return reply.code(204).send();
      },
    );

    app.delete(
      '/api/desk/swaps/:swapId/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Withdraw a swap: the flower was found',
          params: SwapParams,
          response: { 204: z.undefined(), ...OF_ONE },
        },
      },
      async ({ colleague, params }, reply) => {
        await withdrawSwap(deps, colleague, params.swapId);
        return reply.code(204).send();
      },
    );
  };
