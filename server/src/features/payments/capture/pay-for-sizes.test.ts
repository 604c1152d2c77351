import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { productId } from '#server/testing/carts.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { registerSomeone } from '#server/testing/people.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let tearoom: number;
let vase: number;

beforeAll(async () => {
  checkout = await openTestCheckout();
  tearoom = await productId(checkout.shop, 'Tearoom');
  const { rows } = await checkout.shop.deps.db.execute<{ id: number }>(sql`select id from extras where code = 'vase'`);
  vase = rows[0]?.id as number;
});
afterAll(() => checkout.close());
afterEach(async () => {
  const { db } = checkout.shop.deps;
  await db.execute(sql`delete from throttles`);
  await db.execute(sql`update extras set on_sale = true`);
  await db.execute(sql`update product_sizes set on_sale = true`);
  await db.execute(sql`update products set available_from = null, most_per_day = null`);
});

/** Two grand ones with a vase each, and what else is wanted, ready to pay. */
async function fillCart(others: object[] = []) {
  const { shop } = checkout;
  const { access: token, user } = await registerSomeone(shop);
  const order_items = [{ product: tearoom, size: 'grand', quantity: 2, extras: [vase] }, ...others];
  const { id } = (await shop.call('POST', '/api/user/orders/', { token, body: { order_items } })).json() as Order;
  const place = { city: 'York', street_address: '12 Gillygate', apartment_address: 'Flat 3', postal_code: 'YO31 7EQ' };
  const address = await shop.call('POST', '/api/user/profile/address/', { token, body: place });
  const body = { shipping_address: address.json().id };
  const chosen = await shop.call('PATCH', `/api/user/orders/${id}/update-shipping-address/`, { token, body });
  return { token, user, order: chosen.json() as Order };
}

describe('paying for sizes and extras', () => {
  test('charges both, tells the provider of both, and the letters name them', async () => {
    const { token, order } = await fillCart();
    expect(order).toMatchObject({ total_cost: 118, amount_to_pay: 123 });
    const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
    const asked = (await checkout.provider.call('GET', `/v2/checkout/orders/${id}`)).body;
    expect(JSON.stringify(asked)).toContain('Tearoom, grand');
    expect(JSON.stringify(asked)).toContain('Glass vase');
    await checkout.provider.approve(id);
    expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('paid');
    expect(await checkout.takenFor(order.id)).toEqual([12_300]);
    await checkout.shop.doJobs();
    const [buyers, florists] = checkout.shop.letters().slice(-2);
    expect(buyers?.text).toContain('2 × Tearoom, grand, £47.00 each; with Glass vase, £12.00 each');
    expect(buyers?.text).toContain('Total £118.00');
    expect(florists?.text).toContain('2 × Tearoom, grand (ML-1019), with Glass vase');
  });

  test.each([
    ['a size', () => sql`update product_sizes set on_sale = false`, 'Tearoom, grand'],
    ['an extra', () => sql`update extras set on_sale = false`, 'Glass vase'],
  ])(
    'refuses %s that went off sale, in words, and captures nothing that was opened before',
    async (_, change, name) => {
      const { token, order } = await fillCart();
      const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
      await checkout.provider.approve(id);
      await checkout.shop.deps.db.execute(change());
      const captured = await checkout.pay.capture(token, order.id, id);
      expect(captured.json()).not.toMatchObject({ state: 'paid' });
      const refused = await checkout.pay.create(token, order);
      expect([refused.status, refused.json()]).toEqual([
        409,
        { detail: `${name} cannot be bought just now. Please take it out of your cart.` },
      ]);
      expect(await checkout.takenFor(order.id)).toEqual([]);
    },
  );

  test('of the last bouquets of a day, no more are sold than there are, however many pay at once', async () => {
    await checkout.shop.deps.db.execute(sql`update products set most_per_day = 5 where id = ${tearoom}`);
    const carts = await Promise.all(Array.from({ length: 5 }, fillCart));
    const opened = await Promise.all(
      carts.map(async ({ token, order }) => {
        const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
        await checkout.provider.approve(id);
        return { token, order, id };
      }),
    );
    const ends = await Promise.all(
      opened.map(async ({ token, order, id }) => (await checkout.pay.capture(token, order.id, id)).json()),
    );
    const { rows } = await checkout.shop.deps.db.execute<{ day: string; sold: number }>(sql`
      select delivery_date::text as day, sum(quantity)::integer as sold from orders
      join order_items on order_id = orders.id where product_id = ${tearoom} group by 1`);
    // Two of the first test were for the same day.
    expect(rows).toEqual([{ day: '2026-11-17', sold: 4 }]);
    expect(ends.filter(({ state }) => state === 'paid')).toHaveLength(1);
    expect(ends.find(({ state }) => state === 'changed')?.detail).toBe(
      'A bouquet of yours can no longer be tied for Tuesday 17 November. Nothing has been charged. Please choose another day.',
    );
    const refused = await Promise.all(carts.map(({ token, order }) => checkout.pay.create(token, order)));
    expect(refused.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 400, 409]);
    expect(refused.find(({ status }) => status === 400)?.json()).toEqual({
      delivery_date: ['We can tie only 1 more of Tearoom for Tuesday 17 November. Please choose another day.'],
    });
  });

  test('counts every size of a bouquet as sold', async () => {
    const countSold = async () => (await checkout.shop.get(`/api/products/${tearoom}/`)).json().sold as number;
    const before = await countSold();
    const { token, order } = await fillCart([{ product: tearoom, size: 'standard', quantity: 3 }]);
    const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
    await checkout.provider.approve(id);
    expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('paid');
    checkout.shop.deps.responseCache.clear();
    expect(await countSold()).toBe(before + 5);
  });
});
