import { ApiError } from '../../api/api-error.ts';
import { changes, newKey } from '../../api/changes/changes.ts';
import { type ChangeRequest, toChange } from '../../api/changes/pending-changes.ts';
import { callAgain, callApi } from '../../api/client.ts';
import { storePendingProduct } from '../../session/pending-product.ts';
import { isSignedIn } from '../../session/session-store.ts';
import { afterPaint } from '../../ui/loading/after-paint.ts';
import {
  addOptimisticUnits,
  notifyCartChanged,
  readCartSummary,
  storeAddResponse,
  storeCartSummary,
} from '../cart-store.ts';
import { type CartItem, toWantedItem } from './cart-item.ts';

/** This call works with and without a cart, so it can be resent later, when that is not known. */
export const toAddRequest = (items: readonly CartItem[]) =>
  toChange('/api/user/orders/', { method: 'POST', body: { order_items: items.map(toWantedItem) } });

/**
 * Puts bouquets into the cart, all or none. The change is stored until the shop has confirmed it. The badge counts the
 * bouquets at once, and no longer if the shop refuses or does not answer. Asked for again after no answer, the same change
 * is sent again.
 */
export async function putInCart(items: readonly CartItem[]): Promise<void> {
  const addition = toAddRequest(items);
  const failed = changes.findTold(addition);
  const change = failed ?? changes.record({ key: newKey(), ...addition });
  // The pressed button is painted first; counting and sending come after.
  await afterPaint();
  const removeUnits = addOptimisticUnits(items.reduce((sum, { quantity }) => sum + quantity, 0));
  try {
    const { orderId } = readCartSummary();
    const [only, ...others] = items;
    // A change that failed before may have been made all the same: then only the whole order tells how many units there
    // are.
    const isOne = only && others.length === 0 && orderId && !failed;
    const isAdded = isOne
      ? await changes.send(change, (wanted) => addToOrder(orderId, only, wanted))
      : await changes.send(change);
    if (isOne && isAdded === ADDED) storeCartSummary({ orderId, units: readCartSummary().units + only.quantity });
    else storeAddResponse(isAdded);
    notifyCartChanged();
  } catch (error) {
    const [only] = items;
    // The session has ended and the change was not stored: the bouquet is stored as a guest's would be.
    const isLost = error instanceof ApiError && error.status === 401 && !isSignedIn() && !changes.isStored(change);
    if (isLost && only && items.length === 1) storePendingProduct(only);
    throw error;
  } finally {
    removeUnits();
  }
}

const ADDED = Symbol('added');

/** Adds to that order. If it is no longer the cart, because another tab has paid for it, adds without naming it. */
async function addToOrder(orderId: number, item: CartItem, { key, path, body }: ChangeRequest): Promise<unknown> {
  const call = { method: 'POST', keepalive: true, key } as const;
  try {
    await callApi(`/api/user/orders/${orderId}/order-items/`, { ...call, body: toWantedItem(item) });
    return ADDED;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409))
      return callAgain(path, { ...call, body });
    throw error;
  }
}
