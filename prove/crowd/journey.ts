import { setTimeout as sleep } from 'node:timers/promises';
import type { Registered } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import type { CreatedPayment, PaymentStatus } from '#contract/payments.ts';
import type { Product } from '#contract/products.ts';
import type { TestEnvironment } from '../test-environment.ts';
import type { Customer } from './patient-customer.ts';

const WORDS = ['tulip', 'rose', 'white', 'spring', 'pink', 'wild'];
const LOOKS = 60;
const ADDRESS = {
  city: 'York',
  street_address: '12 Gillygate',
  apartment_address: 'Flat 3',
  postal_code: 'YO31 7EQ',
  recipient_name: 'Nell Whitcombe',
};

/** The one call that takes long by design: it hashes a password. */
export const REGISTER = '/api/user/register/';

export async function register({ tell, form }: Customer): Promise<string> {
  return (await tell<Registered>(201, 'POST', REGISTER, { body: form })).access;
}

/** The whole way from the front page to the order in the history, as the pages ask for it. The number of the order. */
export async function walkThrough({ provider }: TestEnvironment, customer: Customer, bouquet: number): Promise<number> {
  const { tell, number } = customer;
  await tell(200, 'GET', '/');
  await tell(200, 'GET', '/product');
  const token = await register(customer);
  await tell<Product[]>(200, 'GET', '/api/products/?limit=24');
  await tell<Product[]>(200, 'GET', `/api/products/?search=${WORDS[number % WORDS.length]}`);
  await tell(200, 'GET', `/product/${bouquet}`);
  const own = <T>(status: number, method: string, path: string, body?: unknown) =>
    tell<T>(status, method, path, { token, body });

  const { id } = await own<Order>(201, 'POST', '/api/user/orders/', {
    order_items: [{ product: bouquet, quantity: 1 }],
  });
  await own(200, 'PATCH', `/api/user/orders/${id}/update-text/`, { text: `With love from ${number}` });
  const address = await own<{ id: number }>(201, 'POST', '/api/user/profile/address/', ADDRESS);
  await own(200, 'PATCH', `/api/user/orders/${id}/update-shipping-address/`, { shipping_address: address.id });
  const { total_cost } = await own<Order>(200, 'GET', `/api/user/orders/${id}/`);

  const paying = '/api/user/payments/paypal';
  const amount = { amount: total_cost.toFixed(2), order_id: id };
  const created = await own<CreatedPayment>(200, 'POST', `${paying}/create-order/`, amount);
  await provider.approve(created.id);
  const wanted = { order_id: id, paypal_order_id: created.id };
  let { state } = await own<PaymentStatus>(200, 'POST', `${paying}/capture-order/`, wanted);
  for (let looks = 0; state === 'waiting' && looks < LOOKS; looks++) {
    await sleep(1_000);
    ({ state } = await own<PaymentStatus>(200, 'GET', `${paying}/status/?order_id=${id}`));
  }
  if (state !== 'paid') throw new Error(`Order ${id} is ${state}.`);

  const history = JSON.stringify(await own(200, 'GET', '/api/user/orders/'));
  if (!history.includes(`"id":${id},`)) throw new Error(`Order ${id} is not in the history: ${history.slice(0, 300)}`);
  return id;
}
