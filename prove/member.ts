import { randomBytes } from 'node:crypto';
import type { Registered, Tokens } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import type { CreatedPayment, PaymentStatus } from '#contract/payments.ts';
import type { HttpClient, Reply } from './http-client.ts';
import type { TestEnvironment } from './test-environment.ts';

export const PASSWORD = 'tulips by the dozen';
export const ADDRESS = { city: 'York', street_address: '12 Gillygate', apartment_address: 'Flat 3' };
const RUN = randomBytes(3).toString('hex');
let count = 0;

/** Someone with an account who asks over kept connections. */
export type Member = Awaited<ReturnType<typeof join>>;

/** A new member, from a network of their own: the shop counts registrations by network. */
export async function join(asker: HttpClient) {
  const number = ++count;
  const network = `10.${64 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`;
  const username = `grace-${RUN}-${number}`;
  const email = `${username}@example.org`;
  const names = { username, email, first_name: 'Grace', last_name: 'Hopper' };
  const form = { ...names, password1: PASSWORD, password2: PASSWORD };
  let tokens: Tokens = { access: '', refresh: '' };

  const send = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const key = tokens.access && { authorization: `Bearer ${tokens.access}` };
    const headers = { ...type, ...key, 'x-forwarded-for': network };
    return asker.ask({ method, path, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  };
  /** Throws unless it is answered with that status. */
  const tell = async <T>(status: number, method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await send(method, path, body);
    if (reply.status === status) return JSON.parse(reply.text || 'null');
    throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text.slice(0, 300)}`);
  };
  const take = ({ access, refresh }: Tokens) => {
    tokens = { access, refresh };
  };
  const renew = async () => take(await tell<Tokens>(200, 'POST', '/auth/refresh/', { refresh: tokens.refresh }));
  take(await tell<Registered>(201, 'POST', '/api/user/register/', form));

  return {
    email,
    tokens: () => tokens,
    send,
    tell,
    take,
    renew,
    /** An order that is paid for. */
    async buy({ provider }: Pick<TestEnvironment, 'provider'>, product: number): Promise<Order> {
      const items = { order_items: [{ product, quantity: 1 }] };
      const { id, total_cost } = await tell<Order>(201, 'POST', '/api/user/orders/', items);
      const address = await tell<{ id: number }>(201, 'POST', '/api/user/profile/address/', ADDRESS);
      const chosen = { shipping_address: address.id };
      await tell(200, 'PATCH', `/api/user/orders/${id}/update-shipping-address/`, chosen);
      const wanted = { amount: total_cost.toFixed(2), order_id: id };
      const opened = await tell<CreatedPayment>(200, 'POST', '/api/user/payments/paypal/create-order/', wanted);
      await provider.approve(opened.id);
      const approved = { order_id: id, paypal_order_id: opened.id };
      const paid = await tell<PaymentStatus>(200, 'POST', '/api/user/payments/paypal/capture-order/', approved);
      if (paid.state !== 'paid') throw new Error(`An order was not paid for: ${JSON.stringify(paid)}`);
      return tell<Order>(200, 'GET', `/api/user/orders/${id}/`);
    },
  };
}
