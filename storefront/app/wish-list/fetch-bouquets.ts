import { ApiError } from '../api/api-error.ts';
import { getJson } from '../api/client.ts';
import { withQuery } from '../api/with-query.ts';
import { type Card, toCard } from '../catalogue/card.ts';

/** The bouquets of a list as they are sold now, in its order. Those no longer sold are left out. */
export async function fetchBouquets(ids: readonly number[]): Promise<Card[]> {
  if (ids.length === 0) return [];
  const found = await getJson(withQuery('/api/wish-list/bouquets/', { ids: ids.join(',') }));
  // What answers may be a captive portal.
  if (!Array.isArray(found)) throw new ApiError(502, undefined);
  return found.map(toCard);
}
