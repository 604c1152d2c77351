import type { Session } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import type { Known } from '#server/testing/hostile-input/make-value.ts';
import { type Customer, createCustomer, listOnSale, PASSWORD } from '../../rig/customer.ts';
import type { HttpClient } from '../../rig/http-client.ts';
import { deliverYesterday, type TestEnvironment } from '../test-environment.ts';

const PASSWORDS = [PASSWORD, 'another dozen tulips'];

export type TestAccount = { customer: Customer; known: Known };

/** An account with a cart, an address and an order that was delivered yesterday, and the ids of all of them. */
export async function createAccount(env: TestEnvironment, client: HttpClient): Promise<TestAccount> {
  const customer = await createCustomer(client);
  const onSale = (await listOnSale(client)).map(({ id }) => id);
  const [first = 1, second = 1] = onSale;
  const bought = await customer.buy(env.provider, { product: first });
  await deliverYesterday(env, bought);
  const items = [first, second].map((product) => ({ product, quantity: 2 }));
  const cart = await customer.call<Order>(201, 'POST', '/api/user/orders/', { order_items: items });
  const address = await customer.addAddress();
  const sessions = await customer.call<Session[]>(200, 'GET', '/api/user/profile/sessions/');
  const days = await customer.call<{ day: string }>(200, 'GET', '/api/delivery/');
  const orders = [cart.id, cart.id, cart.id, bought];
  const known: Known = {
    orderId: orders,
    order_id: orders,
    before: orders,
    itemId: cart.order_items.map(({ id }) => id),
    product: onSale,
    productId: [first, ...onSale],
    after: onSale,
    id: [...onSale, address],
    shipping_address: [address],
    sessionId: sessions.map(({ id }) => id),
    quantity: [1, 2, 3, 20],
    amount: [cart.total_cost, cart.total_cost.toFixed(2)],
    delivery_date: [days.day, '2026-12-25', '2031-01-01'],
    password: PASSWORDS,
    password1: PASSWORDS,
    password2: PASSWORDS,
    new_password1: PASSWORDS,
    new_password2: PASSWORDS,
    email: [customer.email, customer.email.toUpperCase()],
    search: ['rose', 'tulip', 'ros'],
    limit: ['1', '24', '100', '101'],
  };
  return { customer, known };
}

/** The same account logged in again after its session has ended; a new one where that is refused. */
export async function renewAccount(
  env: TestEnvironment,
  client: HttpClient,
  { customer, known }: TestAccount,
): Promise<TestAccount> {
  for (const password of PASSWORDS) {
    const { status, text } = await customer.send('POST', '/api/user/login/', { email: customer.email, password });
    if (status !== 200) continue;
    customer.setTokens(JSON.parse(text));
    return { customer, known };
  }
  return createAccount(env, client);
}
