import type { APIRequestContext, Page } from '@playwright/test';
import type { Order } from '#contract/orders.ts';
import type { Product } from '#contract/products.ts';
import { call, postToStandIn } from './buying.ts';
import { registerPerson, signIn } from './people.ts';

type Buyer = Awaited<ReturnType<typeof registerPerson>>;
/** Names of bouquets and how many of each. */
type Bought = Record<string, number>;

export const HISTORY = /\/api\/user\/orders\/\?status=C/;

/** Signs in someone with completed orders, given the oldest first. They are bought through the API. */
export async function signInWithOrders(
  page: Page,
  request: APIRequestContext,
  carts: readonly Bought[],
): Promise<Buyer & { orders: Order[] }> {
  const buyer = await registerPerson(request);
  await signIn(page, buyer);
  const products: Product[] = await (await request.get('/api/products/')).json();
  const idOf = (name: string) => products.find((product) => product.name === name)?.id;
  const { id: address } = await addAddress(request, buyer, 'Flat 3, Alder House');
  const standIn = new URL(page.url());
  standIn.port = String(Number(standIn.port) + 1);

  const orders: Order[] = [];
  for (const cart of carts) {
    const order_items = Object.entries(cart).map(([name, quantity]) => ({ product: idOf(name), quantity }));
    orders.push(await buy(request, buyer, { order_items, address, standIn: standIn.origin }));
  }
  return { ...buyer, orders };
}

type Purchase = { order_items: object[]; address: number; standIn: string };

/** Buys through the API, as the pages do. */
async function buy(request: APIRequestContext, buyer: Buyer, { order_items, address, standIn }: Purchase) {
  const { id, total_cost } = await call(request, buyer, 'POST', '/api/user/orders/', { order_items });
  const shipping = { shipping_address: address };
  await call(request, buyer, 'PATCH', `/api/user/orders/${id}/update-shipping-address/`, shipping);
  const wanted = { order_id: id, amount: total_cost.toFixed(2) };
  const payment = await call(request, buyer, 'POST', '/api/user/payments/paypal/create-order/', wanted);
  await postToStandIn(request, `${standIn}/standin/approve`, { token: payment.id });
  const approved = { order_id: id, paypal_order_id: payment.id };
  await call(request, buyer, 'POST', '/api/user/payments/paypal/capture-order/', approved);
  return call(request, buyer, 'GET', `/api/user/orders/${id}/`);
}

/** Adds an address, told apart by its flat or house. */
export function addAddress(request: APIRequestContext, buyer: Buyer, apartment_address: string) {
  const address = { city: 'York', street_address: '12 Gillygate', phone: '07700 900142', apartment_address };
  return call(request, buyer, 'POST', '/api/user/profile/address/', address);
}

/** Changes the list of orders in the response, to what it would be some days later. */
export async function changeHistory(page: Page, change: (orders: Order[]) => void): Promise<void> {
  await page.route(HISTORY, async (route) => {
    const response = await route.fetch();
    const orders = await response.json();
    change(orders);
    await route.fulfill({ response: response, json: orders });
  });
}
