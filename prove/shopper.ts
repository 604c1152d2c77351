import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registered } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import type { CreatedPayment, PaymentStatus } from '#contract/payments.ts';
import type { Product } from '#contract/products.ts';
import { fetchJson } from './fetch-json.ts';
import { SHOP } from './test-environment.ts';

const PASSWORD = 'tulips by the dozen';
const ADDRESS = {
  city: 'York',
  street_address: '12 Gillygate',
  apartment_address: 'Flat 3',
  postal_code: 'YO31 7EQ',
  recipient_name: 'Nell Whitcombe',
};
const MOST_TRIES = 20;
const RUN = randomBytes(3).toString('hex');

let count = 0;
let bouquets: Product[] = [];

/** Someone with an account and an address who buys through the API, as the pages do. */
export type Shopper = Awaited<ReturnType<typeof enter>>;

/** A new customer, from a network of their own: the shop counts registrations by network. */
export async function enter() {
  const number = ++count;
  const network = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const name = `ada-${RUN}-${number}`;
  const form = { username: name, email: `${name}@example.org`, password1: PASSWORD, password2: PASSWORD };
  const person = { ...form, first_name: 'Ada', last_name: 'Lovelace' };
  const { access: token } = await register({ body: person, network });
  const call = <T>(status: number, method: string, path: string, body?: unknown) =>
    tell<T>(status, method, path, { body, token, network });
  const address = await call<{ id: number }>(201, 'POST', '/api/user/profile/address/', ADDRESS);

  return {
    /** Bouquets, a note and an address in the cart, ready to pay. */
    async fillCart(pick = number, note = 'With love'): Promise<Order> {
      const product = (await listBouquets())[pick % bouquets.length]?.id;
      const items = { order_items: [{ product, quantity: 1 }] };
      const { id } = await call<Order>(201, 'POST', '/api/user/orders/', items);
      await call(200, 'PATCH', `/api/user/orders/${id}/update-text/`, { text: note });
      const chosen = { shipping_address: address.id };
      return call<Order>(200, 'PATCH', `/api/user/orders/${id}/update-shipping-address/`, chosen);
    },
    /** One more of what is in there already. */
    async changeCart({ id, order_items: [item] }: Order): Promise<Order> {
      const quantity = (item?.quantity ?? 0) + 1;
      await call(200, 'PATCH', `/api/user/orders/${id}/order-items/${item?.id}/`, { quantity });
      return call<Order>(200, 'GET', `/api/user/orders/${id}/`);
    },
    async create({ id, total_cost }: Order): Promise<string> {
      const wanted = { amount: total_cost.toFixed(2), order_id: id };
      return (await call<CreatedPayment>(200, 'POST', '/api/user/payments/paypal/create-order/', wanted)).id;
    },
    async capture(orderId: number, paypalOrder: string): Promise<PaymentStatus['state']> {
      const wanted = { order_id: orderId, paypal_order_id: paypalOrder };
      return (await call<PaymentStatus>(200, 'POST', '/api/user/payments/paypal/capture-order/', wanted)).state;
    },
    async askStatus(orderId: number): Promise<PaymentStatus['state']> {
      return (await call<PaymentStatus>(200, 'GET', `/api/user/payments/paypal/status/?order_id=${orderId}`)).state;
    },
  };
}

/** Those who come when too many do at once are asked to come again in a moment, and do. */
async function register(call: Parameters<typeof fetchJson>[2]): Promise<Registered> {
  for (let tries = 1; ; tries++) {
    try {
      return await tell<Registered>(201, 'POST', '/api/user/register/', call);
    } catch (error) {
      if (tries === MOST_TRIES || !(error as Error).message.includes('answered 503')) throw error;
      await sleep(1_000);
    }
  }
}

/** Throws unless it is answered with that status. */
async function tell<T>(
  status: number,
  method: string,
  path: string,
  call: Parameters<typeof fetchJson>[2],
): Promise<T> {
  const answer = await fetchJson<T>(method, `${SHOP}${path}`, call);
  if (answer.status === status) return answer.json;
  throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.json)}`);
}

async function listBouquets(): Promise<Product[]> {
  if (bouquets.length > 0) return bouquets;
  const all = await fetchJson<Product[]>('GET', `${SHOP}/api/products/?limit=100`);
  bouquets = all.json.filter(({ availability }) => availability === 'on_sale');
  return bouquets;
}
