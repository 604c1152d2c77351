import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tokens } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import { findPort } from '../children.ts';
import { listBouquets, openShop, type Shop } from '../shop.ts';

const PASSWORD = 'tulips by the dozen';
const BOUQUETS_IN_CART = 3;
const PATIENCE_MS = 60_000;

/** A shop whose pretended PayPal is known, and listens. */
export type ShopWithTill = Shop & { standIn: string };

/** Somebody with three bouquets in the cart and one order paid for. */
export type Buyer = { email: string; paidOrder: number };

type Called = { method?: string; access?: string; body?: unknown };

async function call<T>(address: string, { method = 'POST', access, body }: Called): Promise<T> {
  const answer = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', ...(access && { authorization: `Bearer ${access}` }) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address} was answered ${answer.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Opens a shop in which one can pay. */
export async function openShopWithTill(): Promise<ShopWithTill> {
  const port = await findPort();
  const shop = await openShop({ PAYPAL_STAND_IN_PORT: String(port) });
  const standIn = `http://127.0.0.1:${port}`;
  // It comes a moment after the shop.
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(100)) {
    if (await fetch(standIn).catch(() => undefined)) return { ...shop, standIn };
  }
  await shop.stop();
  throw new Error(`No pretended PayPal answers at ${standIn}.`);
}

/** Registers someone who buys a bouquet through the pretended PayPal and then fills the cart again. */
export async function openBuyer(shop: ShopWithTill): Promise<Buyer> {
  const username = `buyer-${randomBytes(5).toString('hex')}`;
  const email = `${username}@example.org`;
  const names = { username, email, first_name: 'Ada', last_name: 'Lovelace' };
  const form = { ...names, password1: PASSWORD, password2: PASSWORD };
  const { access } = await call<Tokens>(`${shop.url}/api/user/register/`, { body: form });
  const bouquets = (await listBouquets(shop)).filter(({ availability }) => availability !== 'sold_out');
  const items = bouquets.slice(0, BOUQUETS_IN_CART).map(({ id }) => ({ product: id, quantity: 1 }));
  const paidOrder = await buy(shop, access, items.slice(0, 1));
  await call(`${shop.url}/api/user/orders/`, { access, body: { order_items: items } });
  return { email, paidOrder };
}

async function buy({ url, standIn }: ShopWithTill, access: string, order_items: object[]): Promise<number> {
  const ask = <T>(path: string, body: unknown, method?: string) => call<T>(`${url}${path}`, { method, access, body });
  const home = { city: 'York', street_address: '12 Gillygate', apartment_address: 'Flat 3', postal_code: 'YO31 7EQ' };
  const address = await ask<{ id: number }>('/api/user/profile/address/', home);
  const { id, total_cost } = await ask<Order>('/api/user/orders/', { order_items });
  await ask(`/api/user/orders/${id}/update-shipping-address/`, { shipping_address: address.id }, 'PATCH');
  const wanted = { order_id: id, amount: total_cost.toFixed(2) };
  const payment = await ask<{ id: string }>('/api/user/payments/paypal/create-order/', wanted);
  await call(`${standIn}/standin/approve`, { body: { token: payment.id } });
  await ask('/api/user/payments/paypal/capture-order/', { order_id: id, paypal_order_id: payment.id });
  return id;
}

/** New tokens, good for ten minutes: asked for just before they are used. */
export const signIn = ({ url }: Shop, { email }: Buyer): Promise<Tokens> =>
  call(`${url}/api/user/login/`, { body: { email, password: PASSWORD } });
