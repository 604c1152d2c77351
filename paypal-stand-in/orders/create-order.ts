import { checkShape } from '../check-shape.ts';
import { makeId } from '../ids.ts';
import { requirePence } from '../money.ts';
import { refuse, refuseAll } from '../problem.ts';
import { findStoredResponse, ORDERS_STORED_MS, toStoredResponse, wantsAll } from '../request-id.ts';
import type { Call, Handler, StandIn } from '../stand-in.ts';
import type { OrderRecord, OrderRequest } from '../store/records.ts';
import { HOUR_MS } from '../time.ts';
import { checkOrderRules, tidyUnit } from './order-rules.ts';
import { orderShape } from './order-shape.ts';
import { toMinimalOrder, toOrder } from './show-order.ts';

/** How long a buyer has to approve, and then the shop to capture. */
export const WINDOW_MS = 3 * HOUR_MS;

/** POST /v2/checkout/orders: 201 for a new order, 200 for a repeat with the same request id. */
export const createOrder: Handler = (standIn, call) => {
  const { store } = standIn;
  const before = findStoredResponse(standIn, call);
  const known = before?.made === undefined ? undefined : store.tables.orders.get(before.made);
  if (known) return { status: 200, body: show(standIn, known, call) };

  refuseAll(checkShape(orderShape, call.body ?? {}));
  const request = call.body as OrderRequest;
  if (request.payment_source && !call.header('paypal-request-id')) throw refuse('PAYPAL_REQUEST_ID_REQUIRED');
  refuseAll(checkOrderRules(request));

  const unit = tidyUnit(request.purchase_units[0]);
  const order: OrderRecord = {
    id: makeId(),
    status: request.payment_source?.paypal ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    request: { ...request, purchase_units: [unit] },
    pence: requirePence(unit.amount.value),
    createdAt: store.now(),
    updatedAt: store.now(),
    expiresAt: store.now() + WINDOW_MS,
  };
  store.commit({
    put: { orders: [order], answers: toStoredResponse(standIn, call, ORDERS_STORED_MS, { made: order.id }) },
  });
  return { status: 201, body: show(standIn, order, call) };
};

const show = (standIn: StandIn, order: OrderRecord, call: Call) =>
  wantsAll(call) ? toOrder(standIn, order) : toMinimalOrder(standIn, order);
