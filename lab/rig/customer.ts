import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registered, SignedIn, Tokens } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import type { CreatedPayment, PaymentStatus } from '#contract/payments.ts';
import type { Product } from '#contract/products.ts';
import type { Client as Provider } from '../../paypal-stand-in/testing/test-stand-in.ts';
import { getOk, type HttpClient, type Reply, requireStatus, retryWhenBusy } from './http-client.ts';

export const PASSWORD = 'tulips by the dozen';
export const ADDRESS = {
  city: 'York',
  street_address: '12 Gillygate',
  apartment_address: 'Flat 3',
  postal_code: 'YO31 7EQ',
  recipient_name: 'Nell Whitcombe',
};
const RUN = randomBytes(3).toString('hex');
const [ORDERS, PAYMENTS] = ['/api/user/orders/', '/api/user/payments/paypal'];
let [customers, networks] = [0, 0];

/** A header that names a network of which no request came before: the shop limits registrations and logins by network. */
export function fromNewNetwork(): { 'x-forwarded-for': string } {
  const number = ++networks;
  return { 'x-forwarded-for': `10.${(number >> 16) & 127}.${(number >> 8) & 255}.${number & 255}` };
}

export async function listOnSale(client: HttpClient): Promise<Product[]> {
  const all = JSON.parse((await getOk(client, '/api/products/?limit=100')).text) as Product[];
  return all.filter(({ availability }) => availability === 'on_sale');
}

type Call = <T>(status: number, method: string, path: string, body?: unknown) => Promise<T>;

/** The requests that the pages send from the cart to the payment. */
export const purchaseSteps = (call: Call) => ({
  startCart: (...products: number[]) =>
    call<Order>(201, 'POST', ORDERS, { order_items: products.map((product) => ({ product, quantity: 1 })) }),
  chooseAddress: (id: number, address: number) =>
    call<Order>(200, 'PATCH', `${ORDERS}${id}/update-shipping-address/`, { shipping_address: address }),
  writeNote: (id: number, text: string) => call<Order>(200, 'PATCH', `${ORDERS}${id}/update-text/`, { text }),
  async changeCart({ id, order_items: [item] }: Order): Promise<Order> {
    const quantity = (item?.quantity ?? 0) + 1;
    await call(200, 'PATCH', `${ORDERS}${id}/order-items/${item?.id}/`, { quantity });
    return call<Order>(200, 'GET', `${ORDERS}${id}/`);
  },
  async openPayment({ id, total_cost }: Pick<Order, 'id' | 'total_cost'>): Promise<string> {
    const body = { amount: total_cost.toFixed(2), order_id: id };
    return (await call<CreatedPayment>(200, 'POST', `${PAYMENTS}/create-order/`, body)).id;
  },
  async capture(id: number, paypalOrder: string): Promise<PaymentStatus['state']> {
    const body = { order_id: id, paypal_order_id: paypalOrder };
    return (await call<PaymentStatus>(200, 'POST', `${PAYMENTS}/capture-order/`, body)).state;
  },
  paymentState: async (id: number): Promise<PaymentStatus['state']> =>
    (await call<PaymentStatus>(200, 'GET', `${PAYMENTS}/status/?order_id=${id}`)).state,
});

/** Which bouquet, or the one of that number among those on sale; to an address other than the usual one. */
type CartOptions = { product?: number; pick?: number; note?: string; address?: number };

/** Someone with an account who uses the API as the pages do. */
export type Customer = Awaited<ReturnType<typeof createCustomer>>;

/** Registers a new customer, with other fields or headers where they are given. */
export async function createCustomer(client: HttpClient, { form = {}, headers = {} } = {}) {
  const number = ++customers;
  const username = `ada-${RUN}-${number}`;
  const names = { username, email: `${username}@example.org`, first_name: 'Ada', last_name: 'Lovelace', ...form };
  const network = fromNewNetwork();
  let [tokens, waitedMs, addressId]: [Tokens, number, number | undefined] = [{ access: '', refresh: '' }, 0, undefined];

  const sendBy = async (by: HttpClient, method: string, path: string, body?: unknown, more = {}): Promise<Reply> => {
    const key = tokens.access && { authorization: `Bearer ${tokens.access}` };
    const reply = await by.send({ method, path, body, headers: { ...key, ...network, ...headers, ...more } });
    waitedMs += reply.ms;
    return reply;
  };
  const send = (method: string, path: string, body?: unknown, more?: object) =>
    sendBy(client, method, path, body, more);
  const call: Call = async (status, method, path, body) =>
    JSON.parse(requireStatus(status, { method, path }, await send(method, path, body)).text || 'null');
  const setTokens = ({ access, refresh }: Tokens) => {
    tokens = { access, refresh };
  };
  const steps = purchaseSteps(call);
  const addAddress = async (address: object = ADDRESS): Promise<number> =>
    (await call<{ id: number }>(201, 'POST', '/api/user/profile/address/', address)).id;
  const requireAddress = async () => {
    addressId ??= await addAddress();
    return addressId;
  };
  let onSale: Product[] | undefined;
  /** A bouquet and an address, with a note where one is given, ready to pay. */
  const fillCart = async ({ product, pick = number, note, address }: CartOptions = {}) => {
    const chosen = address ?? (await requireAddress());
    if (product === undefined) onSale ??= await listOnSale(client);
    const { id } = await steps.startCart(product ?? onSale?.[pick % onSale.length]?.id ?? 0);
    if (note) await steps.writeNote(id, note);
    return steps.chooseAddress(id, chosen);
  };

  const path = '/api/user/register/';
  const registered = await sendBy(retryWhenBusy(client, 20), 'POST', path, {
    ...names,
    password1: PASSWORD,
    password2: PASSWORD,
  });
  const { user, ...first } = JSON.parse(requireStatus(201, { method: 'POST', path }, registered).text) as Registered;
  setTokens(first);

  return {
    ...steps,
    number,
    email: names.email,
    username: names.username,
    userId: user.id,
    deviceMark: first.device_mark,
    send,
    call,
    setTokens,
    addAddress,
    requireAddress,
    fillCart,
    tokens: () => tokens,
    waitedMs: () => waitedMs,
    logIn: async () =>
      setTokens(await call<SignedIn>(200, 'POST', '/api/user/login/', { email: names.email, password: PASSWORD })),
    renew: async () => setTokens(await call<Tokens>(200, 'POST', '/auth/refresh/', { refresh: tokens.refresh })),
    /** The id of an order that is paid for. What the shop still waits for is polled every second, as the page does. */
    async buy({ approve }: Pick<Provider, 'approve'>, cart?: CartOptions, polls = 0) {
      const order = await fillCart(cart);
      const payment = await steps.openPayment(order);
      await approve(payment);
      let state = await steps.capture(order.id, payment);
      for (let count = 0; state === 'waiting' && count < polls; count++) {
        await sleep(1_000);
        state = await steps.paymentState(order.id);
      }
      if (state !== 'paid') throw new Error(`Order ${order.id} was ${state}.`);
      return order.id;
    },
  };
}
