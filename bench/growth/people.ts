import { randomBytes } from 'node:crypto';
import type { Registered } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import type { CreatedPayment, PaymentStatus } from '#contract/payments.ts';
import type { Customer } from '../http-client.ts';
import type { Shop } from '../shop.ts';
import { fromElsewhere } from '../visitors.ts';

const PASSWORD = 'tulips by the dozen';
const ADDRESS = {
  city: 'York',
  street_address: '12 Gillygate',
  apartment_address: 'Flat 3',
  postal_code: 'YO31 7EQ',
  recipient_name: 'Nell Whitcombe',
};

/** Someone with an account. `tell` counts the milliseconds and throws when the answer is not success. */
export type Person = {
  userId: number;
  /** What says who one is. */
  headers: Record<string, string>;
  tell<T>(path: string, body?: unknown, method?: string): Promise<{ ms: number; answer: T }>;
};

/** A new customer of the shop, who is known for ten minutes. */
export async function register({ url }: Pick<Shop, 'url'>, customer: Customer): Promise<Person> {
  const name = `growing-${randomBytes(4).toString('hex')}`;
  const form = { username: name, email: `${name}@example.org`, password1: PASSWORD, password2: PASSWORD };
  const said = await customer.call(
    `${url}/api/user/register/`,
    fromElsewhere({ ...form, first_name: 'Ada', last_name: 'Lovelace' }),
  );
  if (said.status !== 201) throw new Error(`Registering was answered ${said.status}: ${said.body}`);
  const { access, user } = JSON.parse(String(said.body)) as Registered;
  const headers = { authorization: `Bearer ${access}` };
  const tell = async <T>(path: string, body?: unknown, method?: string) => {
    const { ms, status, body: bytes } = await customer.call(`${url}${path}`, { headers, body, method });
    if (status > 299) throw new Error(`${path} was answered ${status}: ${bytes}`);
    return { ms, answer: JSON.parse(String(bytes)) as T };
  };
  return { userId: user.id, headers, tell };
}

/** A cart with these bouquets. */
export async function startCart({ tell }: Person, products: number[]): Promise<Order> {
  const order_items = products.map((product) => ({ product, quantity: 1 }));
  return (await tell<Order>('/api/user/orders/', { order_items })).answer;
}

export async function addAddress({ tell }: Person): Promise<number> {
  return (await tell<{ id: number }>('/api/user/profile/address/', ADDRESS)).answer.id;
}

/** From an empty cart to a paid order; the milliseconds of our own calls, without the provider's window. */
export async function buy(person: Person, standIn: string, addressId: number, product: number): Promise<number> {
  let waitedMs = 0;
  const tell = async <T>(path: string, body: unknown, method?: string): Promise<T> => {
    const { ms, answer } = await person.tell<T>(path, body, method);
    waitedMs += ms;
    return answer;
  };
  const { id } = await tell<Order>('/api/user/orders/', { order_items: [{ product, quantity: 1 }] });
  const place = { shipping_address: addressId };
  const cart = await tell<Order>(`/api/user/orders/${id}/update-shipping-address/`, place, 'PATCH');
  const wanted = { amount: cart.total_cost.toFixed(2), order_id: id };
  const payment = await tell<CreatedPayment>('/api/user/payments/paypal/create-order/', wanted);
  const approved = await fetch(`${standIn}/standin/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: payment.id }),
  });
  if (!approved.ok) throw new Error(`Approving was answered ${approved.status}.`);
  const taken = { order_id: id, paypal_order_id: payment.id };
  const { state } = await tell<PaymentStatus>('/api/user/payments/paypal/capture-order/', taken);
  if (state !== 'paid') throw new Error(`An order was ${state}, not paid.`);
  return waitedMs;
}
