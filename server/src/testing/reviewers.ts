import type { Registered } from '#contract/accounts.ts';
import type { Review } from '#contract/reviews.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { completeCart, fillCart } from './carts.ts';
import { registerSomeone } from './people.ts';
import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;

/** The day before the one on which tests are run. */
const YESTERDAY = '2026-11-15';

/** Someone with a confirmed address to whom a bouquet came. */
export async function someoneWith(shop: Shop, product: number, changes: object = {}): Promise<Registered> {
  const someone = await registerSomeone(shop, { ...changes });
  await shop.deps.db.execute(sql`update users set email_confirmed_at = now() where id = ${someone.user.id}`);
  await deliverTo(shop, someone, product);
  return someone;
}

/** One more bouquet that someone bought for a day; returns the id of the order. */
export async function deliverTo(shop: Shop, someone: Registered, product: number, day = YESTERDAY): Promise<number> {
  const { id } = await fillCart(shop, someone, [{ product }]);
  await completeCart(shop, id, day);
  return id;
}

/** Bouquets whose stored rating does not match the reviews that are shown. */
export async function listMiscounted(shop: Shop): Promise<unknown[]> {
  const { rows } = await shop.deps.db.execute(sql`
    select name, rating_sum, review_count, shown.* from products, lateral (
      select coalesce(sum(rating), 0) as sum, count(*) from reviews
      where product_id = products.id and hidden_at is null) shown
    where (rating_sum, review_count) is distinct from (shown.sum, shown.count)`);
  return rows;
}

export const LOVELY = { rating: 5, text: 'Still standing after ten days.' };

/** What one does about reviews, over the API. */
export function reviewCalls(shop: () => Shop) {
  const path = (product: number | string) => `/api/user/reviews/${product}/`;
  return {
    read: (token: string, product: number | string) => shop().call('GET', path(product), { token }),
    write: (token: string, product: number | string, body: unknown = LOVELY) =>
      shop().call('PUT', path(product), { token, body }),
    remove: (token: string, product: number | string) => shop().call('DELETE', path(product), { token }),
    list: async (product: number, query = ''): Promise<Review[]> =>
      (await shop().get(`/api/products/${product}/reviews/${query}`)).json(),
    async ratingOf(product: number) {
      const { rating, review_count } = (await shop().get(`/api/products/${product}/`)).json();
      return { rating, review_count };
    },
  };
}
