import type { Order } from '#contract/orders.ts';
import { changes } from '../../api/changes/changes.ts';
import type { ChangeRequest, PendingChange } from '../../api/changes/pending-changes.ts';

/** A change of a line of the cart. */
export type LineChange = Omit<ChangeRequest, 'key'>;

export const linePath = (orderId: number | undefined, id: number) => `/api/user/orders/${orderId}/order-items/${id}/`;

export function toQuantityChange(cart: Order | null | undefined, id: number, quantity: number): LineChange {
  const product = cart?.order_items.find((item) => item.id === id)?.product;
  return { method: 'PATCH', path: linePath(cart?.id, id), body: { product, quantity } };
}

/** The path is the key: the last change of a line replaces the one before. */
export const recordChange = (wanted: LineChange): PendingChange => changes.record({ ...wanted, key: wanted.path });

/** Sends the recorded change if it is the same, or records it first. */
export function sendChange(wanted: LineChange): Promise<unknown> {
  const newest = changes.newest(wanted.path);
  const isRecorded = newest?.method === wanted.method && JSON.stringify(newest.body) === JSON.stringify(wanted.body);
  return changes.send(isRecorded ? newest : recordChange(wanted));
}
