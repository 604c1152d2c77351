import { refuse } from '../problem.ts';
import type { Handler, StandIn } from '../stand-in.ts';
import type { OrderRecord } from '../store/records.ts';
import { toOrder } from './show-order.ts';

/** 404 for an unknown order, and for one that expired before it was captured. */
export function requireOrder({ store }: StandIn, id: string | undefined): OrderRecord {
  const order = store.tables.orders.get(id ?? '');
  if (!order || (order.status !== 'COMPLETED' && order.expiresAt <= store.now())) {
    throw refuse('INVALID_RESOURCE_ID', { field: 'order_id', value: id, location: 'path' });
  }
  return order;
}

/** GET /v2/checkout/orders/{id} */
export const findOrder: Handler = (standIn, { params }) => ({
  status: 200,
  body: toOrder(standIn, requireOrder(standIn, params.id)),
});

/** PATCH /v2/checkout/orders/{id}: always refused, because our shop must not change an approved order. */
export const patchOrder: Handler = (standIn, { params }) => {
  const order = requireOrder(standIn, params.id);
  throw refuse(order.status === 'COMPLETED' ? 'ORDER_ALREADY_COMPLETED' : 'NOT_PATCHABLE');
};
