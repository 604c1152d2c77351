import { OrderDelivery, Tracked } from '#contract/order-delivery.ts';
import { ApiError } from '../../api/api-error.ts';
import { getJson } from '../../api/client.ts';

/** How far the flowers of an order of one's own are. */
export const fetchDelivery = async (id: number): Promise<OrderDelivery> =>
  OrderDelivery.parse(await getJson(`/api/user/orders/${id}/delivery/`));

/** The same for whoever gets them, by the link; null if it is no longer good. */
export async function fetchTracked(token: string): Promise<Tracked | null> {
  try {
    return Tracked.parse(await getJson(`/api/track/${encodeURIComponent(token)}/`));
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}
