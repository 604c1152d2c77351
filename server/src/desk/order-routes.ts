import type { FastifyPluginAsync } from 'fastify';
import { orderDeskCalls } from '#contract/calls/desk-orders.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { readOrderLetter } from '#server/features/orders/letters/order-letters.ts';
import { changeOrder } from '#server/features/orders/paid/change-order.ts';
import { declineCancel } from '#server/features/payments/own-orders/decline-cancel.ts';
import { cancelByStaff, refundAtDesk } from '#server/features/payments/refunds/refund-order.ts';
import { doneBy } from '#server/features/staff/done-by.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { serveAtDesk } from '#server/features/staff/serve-at-desk.ts';
import { countOrders, findOrders } from './find-orders.ts';
import { moveOrders } from './move-orders.ts';
import { replaceAtDesk } from './replace-at-desk.ts';
import { sendLetterAgain } from './send-letter-again.ts';
import { showOrder } from './show-order.ts';

/** Finding an order, all about it, and what can be changed of it. */
export const orderDeskRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveAtDesk(app, deps);
    const show = ({ roles }: Colleague, id: number) => showOrder(deps, roles, id);
    serve(orderDeskCalls.find, ({ query }) => findOrders(deps, query));
    serve(orderDeskCalls.count, () => countOrders(deps));
    serve(orderDeskCalls.move, ({ colleague, body }) => moveOrders(deps, doneBy(colleague), body));
    serve(orderDeskCalls.show, ({ colleague, params }) => show(colleague, params.orderId));
    serve(orderDeskCalls.change, async ({ colleague, params, body }) => {
      const changed = await changeOrder(deps, doneBy(colleague), params.orderId, body);
      return { changed: changed.map(({ what }) => what), order: await show(colleague, params.orderId) };
    });
    serve(orderDeskCalls.refund, async ({ colleague, params, body }) => {
      const { pence, outcome } = await refundAtDesk(deps, colleague, params.orderId, body);
      return { order: await show(colleague, params.orderId), amount: toPounds(pence), outcome };
    });
    serve(orderDeskCalls.cancel, async ({ colleague, params, body }) => {
      const { pence, outcome } = await cancelByStaff(deps, colleague, params.orderId, body);
      return { order: await show(colleague, params.orderId), amount: toPounds(pence), outcome };
    });
    serve(orderDeskCalls.declineCancel, async ({ colleague, params, body }) => {
      await declineCancel(deps, colleague, params.orderId, body.words);
      return show(colleague, params.orderId);
    });
    serve(orderDeskCalls.replace, async ({ colleague, params, body }) => {
      const replacement = await replaceAtDesk(deps, doneBy(colleague), params.orderId, body);
      return { replacement, order: await show(colleague, params.orderId) };
    });
    serve(orderDeskCalls.readLetter, ({ params }) => readOrderLetter(deps, params.orderId, params.letterId));
    serve(orderDeskCalls.sendLetterAgain, async ({ colleague, params }) => {
      await sendLetterAgain(deps, doneBy(colleague), params.orderId, params.letterId);
      return show(colleague, params.orderId);
    });
  };
