import { Order } from '#contract/orders.ts';
import { ApiError } from '../api/api-error.ts';
import { getJson } from '../api/client.ts';

/** An order of the person signed in; null if there is none of that number. */
export async function fetchOrder(id: number | string): Promise<Order | null> {
  try {
    return Order.parse(await getJson(`/api/user/orders/${encodeURIComponent(id)}/`));
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
