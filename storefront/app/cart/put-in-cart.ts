import { ApiError } from '../api/api-error.ts';
import { changes, newKey } from '../api/changes.ts';
import { callApi } from '../api/client.ts';
import type { ChangeRequest } from '../api/pending-changes.ts';
import { storeProduct } from '../session/pending-product.ts';
import { isSignedIn } from '../session/session-store.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { countAhead, showCartChanged, storedCart, storeLines, storeResponse } from './cart-store.ts';

type Item = { product: number; quantity: number };

/** By this call it is the same whether there is a cart or not: what is sent later does not know. */
export const toAddition = (items: readonly Item[]) => ({
  method: 'POST' as const,
  path: '/api/user/orders/',
  body: { order_items: items.map(({ product, quantity }) => ({ product, quantity })) },
});

/**
 * Puts bouquets into the cart, all or none. Kept from the press on, until the shop has them. The badge counts them at once,
 * and no longer if the shop refuses or does not answer; pressing the same again then means the same press.
 */
export async function putInCart(items: readonly Item[]): Promise<void> {
  const addition = toAddition(items);
  const tried = changes.findTried(addition);
  const change = tried ?? changes.record({ key: newKey(), ...addition });
  // The button answers first; counting and sending come after.
  await afterPaint();
  const takeBack = countAhead(items.reduce((sum, { quantity }) => sum + quantity, 0));
  try {
    const { orderId } = storedCart();
    const [only, ...others] = items;
    // Only the whole order tells how many there are, if this may have been done already.
    const isOne = only && others.length === 0 && orderId && !tried;
    const isAdded = isOne
      ? await changes.send(change, (wanted) => addToOrder(orderId, only, wanted))
      : await changes.send(change);
    if (isOne && isAdded === ADDED) storeLines({ orderId, units: storedCart().units + only.quantity });
    else storeResponse(isAdded);
    showCartChanged();
  } catch (error) {
    const [only] = items;
    // Whoever it was is no longer known: then it is as if a guest had pressed.
    const isLost = error instanceof ApiError && error.status === 401 && !isSignedIn() && !changes.isStored(change);
    if (isLost && only && items.length === 1) storeProduct(only.product);
    throw error;
  } finally {
    takeBack();
  }
}

const ADDED = Symbol('added');

/** Another way to the same end if that order is no longer the cart: it may have been paid for in another tab. */
async function addToOrder(
  orderId: number,
  { product, quantity }: Item,
  { key, path, body }: ChangeRequest,
): Promise<unknown> {
  const call = { method: 'POST', keepalive: true, key } as const;
  try {
    await callApi(`/api/user/orders/${orderId}/order-items/`, { ...call, body: { product, quantity } });
    return ADDED;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409))
      return callApi(path, { ...call, body });
    throw error;
  }
}
