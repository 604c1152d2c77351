import type { Order } from '#contract/orders.ts';
import { changes } from '../../api/changes/changes.ts';
import { type ChangeRequest, type PendingChange, toChange } from '../../api/changes/pending-changes.ts';

/** A change of a line of the cart. */
export type LineChange = Omit<ChangeRequest, 'key'>;

export const linePath = (orderId: number, id: number) => `/api/user/orders/${orderId}/order-items/${id}/` as const;

export function toQuantityChange(cart: Order | null | undefined, id: number, quantity: number): LineChange {
  const product = cart?.order_items.find((item) => item.id === id)?.product;
  // Without a cart there is no such line, as the shop says.
  return toChange(linePath(cart?.id ?? 0, id), { method: 'PATCH', body: { product, quantity } });
}

/** The path is the key: the last change of a line replaces the one before. */
export const recordChange = (wanted: LineChange): PendingChange => changes.record({ ...wanted, key: wanted.path });

/** Sends the recorded change if it is the same, or records it first. */
export function sendChange(wanted: LineChange): Promise<unknown> {
  const newest = changes.newest(wanted.path);
  const isRecorded = newest?.method === wanted.method && JSON.stringify(newest.body) === JSON.stringify(wanted.body);
  return changes.send(isRecorded ? newest : recordChange(wanted));
}
