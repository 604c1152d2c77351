import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { DeskOrderParams } from '#contract/desk.ts';
import {
  CancelOrder,
  ChangedOrder,
  ChangeOrder,
  DeclineCancel,
  DeskLetterText,
  DeskOrder,
  FindOrders,
  FoundOrders,
  LetterParams,
  MovedOrders,
  MoveOrders,
  OrderCounts,
  RefundedOrder,
  RefundOrder,
  ReplacedOrder,
  ReplaceOrder,
} from '#contract/desk-orders.ts';
import { BadInput, Detail, MayNot } from '#contract/errors.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '../deps.ts';
import { readOrderLetter } from '../mail/order-letters.ts';
import { changeOrder } from '../orders/change-order.ts';
import { declineCancel } from '../payments/decline-cancel.ts';
import { cancelByStaff, refundAtDesk } from '../payments/refund-order.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import type { Colleague } from '../staff/find-colleague.ts';
import { countOrders, findOrders } from './find-orders.ts';
import { moveOrders } from './move-orders.ts';
import { replaceAtDesk } from './replace-at-desk.ts';
import { sendLetterAgain } from './send-letter-again.ts';
import { showOrder } from './show-order.ts';

const shared = { tags: ['Desk: orders'], ...AT_DESK };
const one = { ...shared, params: DeskOrderParams };
const ADDRESS = '/api/desk/orders/:orderId/';
const refusals = { 401: Detail, 403: Detail };
const gone = { ...refusals, 404: Detail };

/** Finding an order, all about it, and what can be changed of it. */
export const orderDeskRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'see orders');
    const show = ({ roles }: Colleague, id: number) => showOrder(deps, roles, id);

    app.get(
      '/api/desk/orders/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Find orders',
          querystring: FindOrders,
          response: { 200: FoundOrders, 400: BadInput, ...refusals },
        },
      },
      async ({ query }) => findOrders(deps, query),
    );

    app.get(
      '/api/desk/orders/counts/',
      {
        onRequest,
        schema: { ...shared, summary: 'The numbers on the chips', response: { 200: OrderCounts, ...refusals } },
      },
      async () => countOrders(deps),
    );

    app.post(
      '/api/desk/orders/move/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Another day for several orders',
          body: MoveOrders,
          response: { 200: MovedOrders, 400: BadInput, ...refusals },
        },
      },
      async ({ colleague, body }) => moveOrders(deps, doneBy(colleague), body),
    );

    app.get(
      ADDRESS,
      { onRequest, schema: { ...one, summary: 'All about one order', response: { 200: DeskOrder, ...gone } } },
      async ({ colleague, params }) => show(colleague, params.orderId),
    );

    app.patch(
      ADDRESS,
      {
        onRequest,
        schema: {
          ...one,
          summary: 'Change address, day or card',
          description: 'Address and day until it is out, the card until it is tied. All of it or nothing.',
          body: ChangeOrder,
          response: { 200: ChangedOrder, 400: BadInput, ...gone, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        const changed = await changeOrder(deps, doneBy(colleague), params.orderId, body);
        return { changed: changed.map(({ what }) => what), order: await show(colleague, params.orderId) };
      },
    );

    app.post(
      `${ADDRESS}refund/`,
      {
        onRequest: atDesk(deps, 'refund'),
        schema: {
          ...one,
          summary: 'Give back a part of the money, or all of it',
          description: 'A florist up to a sum for each order; above it an owner confirms it with a passkey first.',
          body: RefundOrder,
          response: { 200: RefundedOrder, 400: BadInput, ...gone, 403: MayNot, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        const { pence, outcome } = await refundAtDesk(deps, colleague, params.orderId, body);
        return { order: await show(colleague, params.orderId), amount: toPounds(pence), outcome };
      },
    );

    app.post(
      `${ADDRESS}cancel/`,
      {
        onRequest: atDesk(deps, 'refund'),
        schema: {
          ...one,
          summary: 'Cancel what nobody has tied yet, and give back its money',
          body: CancelOrder,
          response: { 200: RefundedOrder, 400: BadInput, ...gone, 403: MayNot, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        const { pence, outcome } = await cancelByStaff(deps, colleague, params.orderId, body);
        return { order: await show(colleague, params.orderId), amount: toPounds(pence), outcome };
      },
    );

    app.post(
      `${ADDRESS}decline-cancel/`,
      {
        onRequest: atDesk(deps, 'refund'),
        schema: {
          ...one,
          summary: 'Answer a buyer who asked to cancel that the order is sent as agreed',
          body: DeclineCancel,
          response: { 200: DeskOrder, 400: BadInput, ...gone, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        await declineCancel(deps, colleague, params.orderId, body.words);
        return show(colleague, params.orderId);
      },
    );

    app.post(
      `${ADDRESS}replace/`,
      {
        onRequest,
        schema: {
          ...one,
          summary: 'Send the same flowers again, for nothing, on a day of your choice',
          body: ReplaceOrder,
          response: { 200: ReplacedOrder, 400: BadInput, ...gone, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => {
        const replacement = await replaceAtDesk(deps, doneBy(colleague), params.orderId, body);
        return { replacement, order: await show(colleague, params.orderId) };
      },
    );

    app.get(
      `${ADDRESS}letters/:letterId/`,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'A letter about the order, as it was sent',
          params: LetterParams,
          response: { 200: DeskLetterText, ...gone },
        },
      },
      async ({ params }) => readOrderLetter(deps, params.orderId, params.letterId),
    );

    app.post(
      `${ADDRESS}letters/:letterId/again/`,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Send a letter again',
          params: LetterParams,
          response: { 200: DeskOrder, ...gone, 409: Detail },
        },
      },
      async ({ colleague, params }) => {
        await sendLetterAgain(deps, doneBy(colleague), params.orderId, params.letterId);
        return show(colleague, params.orderId);
      },
    );
  };
