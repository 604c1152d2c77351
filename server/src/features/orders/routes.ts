import type { FastifyPluginAsync } from 'fastify';
import { orderCalls } from '#contract/calls/orders.ts';
import type { Deps } from '#server/deps.ts';
import { serveShopper } from '#server/features/accounts/sessions/serve-shopper.ts';
import { signedInByStatement } from '#server/features/accounts/sessions/signed-in.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';
import { addItem, startOrder } from './cart/add-to-cart.ts';
import { changeItem, removeItem } from './cart/change-item.ts';
import { queuePerUser } from './cart/per-user-queue.ts';
import { updateCode } from './cart/update-code.ts';
import { updateDeliveryDate } from './cart/update-delivery-date.ts';
import { updateShippingAddress } from './cart/update-shipping-address.ts';
import { updateText } from './cart/update-text.ts';
import { updateWishes } from './cart/update-wishes.ts';
import { listOrders } from './history/list-orders.ts';
import { showOrder } from './history/show-order.ts';

export const orderRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveShopper(app, deps);
    const byStatement = signedInByStatement(deps);

    serve(orderCalls.list, ({ shopper, query }) => listOrders(deps, shopper, query));
    serve(
      orderCalls.start,
      ({ shopper, headers, body }) =>
        queuePerUser(shopper, () => startOrder(deps, shopper, body, headers['idempotency-key'])),
      byStatement,
    );
    serve(orderCalls.show, ({ shopper, params }) => showOrder(deps, shopper, params.orderId), byStatement);
    serve(
      orderCalls.addItem,
      ({ shopper, params, headers, body }) =>
        queuePerUser(shopper, () => addItem(deps, shopper, params.orderId, body, headers['idempotency-key'])),
      byStatement,
    );
    serve(orderCalls.changeItem, ({ shopper, params, body }) =>
      queuePerUser(shopper, () => changeItem(deps, shopper, params, body)),
    );
    serve(orderCalls.removeItem, ({ shopper, params }) =>
      queuePerUser(shopper, () => removeItem(deps, shopper, params)),
    );
    serve(orderCalls.updateText, ({ shopper, params, body }) =>
      queuePerUser(shopper, () => updateText(deps, shopper, params.orderId, body)),
    );
    serve(orderCalls.updateWishes, ({ shopper, params, body }) =>
      queuePerUser(shopper, () => updateWishes(deps, shopper, params.orderId, body)),
    );
    serve(orderCalls.updateShippingAddress, ({ shopper, params, body }) =>
      queuePerUser(shopper, () => updateShippingAddress(deps, shopper, params.orderId, body)),
    );
    serve(orderCalls.updateDeliveryDate, ({ shopper, params, body }) =>
      queuePerUser(shopper, () => updateDeliveryDate(deps, shopper, params.orderId, body)),
    );
    serve(orderCalls.updateCode, ({ shopper, params, body, ip }) =>
      queuePerUser(shopper, () => updateCode(deps, shopper, params.orderId, { ...body, network: networkOf(ip) })),
    );
  };
