import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/client.ts';
import { countAhead, keep, keepCart, knownCart, sayChanged } from './cart-store.ts';

type Order = Parameters<typeof keepCart>[0];

/** Puts one unit of a bouquet into the cart. The badge counts it at once, and no longer if the shop refuses. */
export async function addOne(product: number): Promise<void> {
  const takeBack = countAhead(1);
  try {
    const { orderId } = knownCart();
    if (!(orderId && (await addToOrder(orderId, product)))) await startOrder(product);
    sayChanged();
  } finally {
    takeBack();
  }
}

async function startOrder(product: number): Promise<void> {
  const body = { order_items: [{ product, quantity: 1 }] };
  keepCart((await callApi('/api/user/orders/', { method: 'POST', body })) as Order);
}

/** False if that order is no longer the cart: it may have been paid for in another tab. */
async function addToOrder(orderId: number, product: number): Promise<boolean> {
  try {
    const body = { product, quantity: 1 };
    await callApi(`/api/user/orders/${orderId}/order-items/`, { method: 'POST', body });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return false;
    throw error;
  }
  keep({ orderId, units: knownCart().units + 1 });
  return true;
}
