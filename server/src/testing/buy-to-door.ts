import { expect } from 'vitest';
import type { Order } from '#contract/orders.ts';
import type { openTestCheckout } from './open-test-checkout.ts';

type Checkout = Awaited<ReturnType<typeof openTestCheckout>>;
export type Wanted = { state?: string; token?: string; street?: string; payer?: string; quantity?: number };

/** An order to a door of its own, unless it is named; by the person of the token, or by somebody new. */
export async function buyToDoor(
  checkout: Checkout,
  { state = 'paid', token: known, street, payer, quantity = 1 }: Wanted = {},
) {
  const { shop } = checkout;
  const { token } = known ? { token: known } : await checkout.fillCart();
  const [bouquet] = (await shop.get('/api/products/?limit=1')).json() as { id: number }[];
  const body = { order_items: [{ product: bouquet?.id, quantity }] };
  const { id } = (await shop.call('POST', '/api/user/orders/', { token, body })).json() as Order;
  const door = {
    city: 'York',
    street_address: street ?? `${id} Gillygate`,
    apartment_address: '2',
    postal_code: 'YO31 7EQ',
  };
  const added = await shop.call('POST', '/api/user/profile/address/', { token, body: door });
  expect(added.status, added.body).toBe(201);
  const address = added.json() as { id: number };
  const to = { shipping_address: address.id };
  const cart = await shop.call('PATCH', `/api/user/orders/${id}/update-shipping-address/`, { token, body: to });
  expect(cart.status, cart.body).toBe(200);
  const opened = await checkout.pay.create(token, cart.json());
  const { id: paypalOrder } = opened.json() as { id: string };
  await checkout.provider.call('POST', '/standin/approve', { token: paypalOrder, ...(payer && { payer }) });
  expect((await checkout.pay.capture(token, id, paypalOrder)).json()).toMatchObject({ state });
  return { token, id, pence: Math.round((cart.json() as Order).amount_to_pay * 100) };
}
