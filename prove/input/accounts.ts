import type { Session } from '#contract/accounts.ts';
import type { Address } from '#contract/addresses.ts';
import type { Order } from '#contract/orders.ts';
import type { Product } from '#contract/products.ts';
import type { HttpClient } from '../http-client.ts';
import { ADDRESS, join, type Member, PASSWORD } from '../member.ts';
import type { TestEnvironment } from '../test-environment.ts';
import type { Known } from './values.ts';

const PASSWORDS = [PASSWORD, 'another dozen tulips'];

export type TestAccount = { member: Member; known: Known };

/** Someone with a cart, an address and an order that was delivered yesterday, and with the names of all of them. */
export async function createAccount(place: TestEnvironment, asker: HttpClient): Promise<TestAccount> {
  const member = await join(asker);
  const products = await member.tell<Product[]>(200, 'GET', '/api/products/?limit=100');
  const onSale = products.filter(({ availability }) => availability === 'on_sale').map(({ id }) => id);
  const [first = 1, second = 1] = onSale;
  const bought = await member.buy(place, first);
  await place.query("update orders set delivery_date = (now() - interval '1 day')::date where id = $1", [bought.id]);
  const items = [first, second].map((product) => ({ product, quantity: 2 }));
  const cart = await member.tell<Order>(201, 'POST', '/api/user/orders/', { order_items: items });
  const address = await member.tell<Address>(201, 'POST', '/api/user/profile/address/', ADDRESS);
  const sessions = await member.tell<Session[]>(200, 'GET', '/api/user/profile/sessions/');
  const days = await member.tell<{ day: string }>(200, 'GET', '/api/delivery/');
  const orders = [cart.id, cart.id, cart.id, bought.id];
  const known: Known = {
    orderId: orders,
    order_id: orders,
    before: orders,
    itemId: cart.order_items.map(({ id }) => id),
    product: onSale,
    productId: [first, ...onSale],
    after: onSale,
    id: [...onSale, address.id],
    shipping_address: [address.id],
    sessionId: sessions.map(({ id }) => id),
    quantity: [1, 2, 3, 20],
    amount: [cart.total_cost, cart.total_cost.toFixed(2)],
    delivery_date: [days.day, '2026-12-25', '2031-01-01'],
    password: PASSWORDS,
    password1: PASSWORDS,
    password2: PASSWORDS,
    new_password1: PASSWORDS,
    new_password2: PASSWORDS,
    email: [member.email, member.email.toUpperCase()],
    search: ['rose', 'tulip', 'ros'],
    limit: ['1', '24', '100', '101'],
  };
  return { member, known };
}

/** The same person signed in again, whose session has ended meanwhile; someone new when they are not let in. */
export async function renewAccount(
  place: TestEnvironment,
  asker: HttpClient,
  { member, known }: TestAccount,
): Promise<TestAccount> {
  for (const password of PASSWORDS) {
    const { status, text } = await member.send('POST', '/api/user/login/', { email: member.email, password });
    if (status !== 200) continue;
    member.take(JSON.parse(text));
    return { member, known };
  }
  return createAccount(place, asker);
}
