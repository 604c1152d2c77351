import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  AddItem,
  ChangeItem,
  IdempotencyKey,
  StartOrder,
  UpdateCode,
  UpdateDeliveryDate,
  UpdateShippingAddress,
  UpdateText,
  UpdateWishes,
} from '#contract/cart.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import { ItemParams, ListOrders, Order, OrderItem, OrderList, OrderParams } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import { PRIVATE, signedIn, signedInByStatement } from '#server/features/accounts/sessions/signed-in.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { addItem, startOrder } from './cart/add-to-cart.ts';
import { changeItem } from './cart/change-item.ts';
import { queuePerUser } from './cart/per-user-queue.ts';
import { removeItem } from './cart/remove-item.ts';
import { updateCode } from './cart/update-code.ts';
import { updateDeliveryDate } from './cart/update-delivery-date.ts';
import { updateShippingAddress } from './cart/update-shipping-address.ts';
import { updateText } from './cart/update-text.ts';
import { updateWishes } from './cart/update-wishes.ts';
import { listOrders } from './history/list-orders.ts';
import { showOrder } from './history/show-order.ts';

const shared = { tags: ['Orders'], ...PRIVATE };
/** How every change to a cart may be refused. */
const REFUSED = { 400: BadInput, 401: Detail, 404: Detail, 409: Detail };

export const orderRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = signedIn(deps);
    const byStatement = signedInByStatement(deps);

    app.get(
      '/api/user/orders/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: "One's own orders, the newest first; the one with status P is the cart",
          querystring: ListOrders,
          response: { 200: OrderList, 400: BadInput, 401: Detail },
        },
      },
      async ({ shopper, query }) => listOrders(deps, shopper, query),
    );

    app.post(
      '/api/user/orders/',
      {
        ...byStatement,
        schema: {
          ...shared,
          summary: 'Put bouquets into the cart, which is made if there is none',
          headers: IdempotencyKey,
          body: StartOrder,
          response: { 201: Order, 400: BadInput, 401: Detail, 409: Detail },
        },
      },
      async ({ shopper, headers, body }, reply) => {
        const key = headers['idempotency-key'];
        return reply.code(201).send(await queuePerUser(shopper, () => startOrder(deps, shopper, body, key)));
      },
    );

    app.get(
      '/api/user/orders/:orderId/',
      {
        ...byStatement,
        schema: {
          ...shared,
          summary: 'One order',
          params: OrderParams,
          response: { 200: Order, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }) => showOrder(deps, shopper, params.orderId),
    );

    app.post(
      '/api/user/orders/:orderId/order-items/',
      {
        ...byStatement,
        schema: {
          ...shared,
          summary: 'Add a bouquet to the cart',
          description:
            'More of a bouquet that is in it already in that size and with these extras goes onto the same line.',
          params: OrderParams,
          headers: IdempotencyKey,
          body: AddItem,
          response: { 201: OrderItem, ...REFUSED },
        },
      },
      async ({ shopper, params, headers, body }, reply) => {
        const key = headers['idempotency-key'];
        return reply
          .code(201)
          .send(await queuePerUser(shopper, () => addItem(deps, shopper, params.orderId, body, key)));
      },
    );

    app.patch(
      '/api/user/orders/:orderId/order-items/:itemId/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Change how many of a bouquet are wanted, and what goes with it',
          params: ItemParams,
          body: ChangeItem,
          response: { 200: OrderItem, ...REFUSED },
        },
      },
      async ({ shopper, params, body }) => queuePerUser(shopper, () => changeItem(deps, shopper, params, body)),
    );

    app.delete(
      '/api/user/orders/:orderId/order-items/:itemId/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Take a bouquet out of the cart',
          params: ItemParams,
          response: { 204: z.undefined(), 401: Detail, 404: Detail, 409: Detail },
        },
      },
      async ({ shopper, params }, reply) => {
        await queuePerUser(shopper, () => removeItem(deps, shopper, params));
        return reply.code(204).send();
      },
    );

    app.patch(
      '/api/user/orders/:orderId/update-text/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Write the gift note',
          params: OrderParams,
          body: UpdateText,
          response: { 200: Order, ...REFUSED },
        },
      },
      async ({ shopper, params, body }) => queuePerUser(shopper, () => updateText(deps, shopper, params.orderId, body)),
    );

    app.patch(
      '/api/user/orders/:orderId/update-wishes/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Say what is done if a flower is missing, and what the driver should know',
          description: 'What is not sent stays as it is.',
          params: OrderParams,
          body: UpdateWishes,
          response: { 200: Order, ...REFUSED },
        },
      },
      async ({ shopper, params, body }) =>
        queuePerUser(shopper, () => updateWishes(deps, shopper, params.orderId, body)),
    );

    app.patch(
      '/api/user/orders/:orderId/update-shipping-address/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Choose where it goes',
          params: OrderParams,
          body: UpdateShippingAddress,
          response: { 200: Order, ...REFUSED },
        },
      },
      async ({ shopper, params, body }) =>
        queuePerUser(shopper, () => updateShippingAddress(deps, shopper, params.orderId, body)),
    );

    app.patch(
      '/api/user/orders/:orderId/update-delivery-date/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Choose the day of delivery',
          params: OrderParams,
          body: UpdateDeliveryDate,
          response: { 200: Order, ...REFUSED },
        },
      },
      async ({ shopper, params, body }) =>
        queuePerUser(shopper, () => updateDeliveryDate(deps, shopper, params.orderId, body)),
    );

    app.patch(
      '/api/user/orders/:orderId/update-code/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Use a promo code, or take it off',
          description:
            'One code a cart: another takes its place. Capital letters and spaces around it make no difference.',
          params: OrderParams,
          body: UpdateCode,
          response: { 200: Order, ...REFUSED, 429: Detail },
        },
      },
      async ({ shopper, params, body, ip }) =>
        queuePerUser(shopper, () => updateCode(deps, shopper, params.orderId, { ...body, network: networkOf(ip) })),
    );
  };
