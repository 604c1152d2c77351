import { createServer } from 'node:net';
import type { Order } from '#contract/orders.ts';
import { openTestStandIn } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import { registerSomeone } from './people.ts';
import { openTestShop } from './test-shop.ts';

const ADDRESS = {
  city: 'York',
  street_address: '12 Gillygate',
  apartment_address: 'Flat 3, Alder House',
  postal_code: 'YO31 7EQ',
  recipient_name: 'Nell Whitcombe',
};

/** A shop with a pretended PayPal of its own that sends it webhooks, over real HTTP. */
export async function openTestCheckout(options: Parameters<typeof openTestShop>[0] = {}) {
  const { port, release } = await holdPort();
  const webhookUrl = `http://127.0.0.1:${port}/api/payments/paypal/webhook/`;
  const provider = await openTestStandIn({ webhookUrl });
  const shop = await openTestShop({ ...options, env: { PAYPAL_API_BASE: provider.url, ...options.env } });
  await release();
  await shop.app.listen({ host: '127.0.0.1', port });
  await provider.call('POST', '/standin/webhooks', { hold: true });

  const pay = {
    create: (token: string, order: Pick<Order, 'id' | 'total_cost'>, amount = order.total_cost.toFixed(2)) =>
      shop.call('POST', '/api/user/payments/paypal/create-order/', { token, body: { amount, order_id: order.id } }),
    capture: (token: string, orderId: number, paypalOrderId: string) =>
      shop.call('POST', '/api/user/payments/paypal/capture-order/', {
        token,
        body: { order_id: orderId, paypal_order_id: paypalOrderId },
      }),
    status: (token: string, orderId: number) =>
      shop.call('GET', `/api/user/payments/paypal/status/?order_id=${orderId}`, { token }),
  };

  /** Someone with two bouquets, a note and an address in their cart, ready to pay. */
  async function fillCart() {
    const person = await registerSomeone(shop);
    const token = person.access;
    const [one, two] = (await shop.get('/api/products/?limit=2')).json() as { id: number }[];
    const body = { order_items: [one, two].map((product) => ({ product: product?.id, quantity: 1 })) };
    const started = await shop.call('POST', '/api/user/orders/', { token, body });
    const { id } = started.json() as Order;
    const address = await shop.call('POST', '/api/user/profile/address/', { token, body: ADDRESS });
    await shop.call('PATCH', `/api/user/orders/${id}/update-text/`, { token, body: { text: 'With love' } });
    const chosen = await shop.call('PATCH', `/api/user/orders/${id}/update-shipping-address/`, {
      token,
      body: { shipping_address: address.json().id },
    });
    return { person, token, order: chosen.json() as Order };
  }

  /** Someone who has paid for such a cart. */
  async function buy() {
    const { person, token, order } = await fillCart();
    const { id } = (await pay.create(token, order)).json() as { id: string };
    await provider.approve(id);
    const { state } = (await pay.capture(token, order.id, id)).json() as { state: string };
    if (state !== 'paid') throw new Error(`The order is ${state}, not paid.`);
    return { email: person.user.email, token, order, pence: Math.round(order.amount_to_pay * 100) };
  }

  return {
    shop,
    provider,
    pay,
    fillCart,
    buy,
    findOrder: async (token: string, id: number) =>
      (await shop.call('GET', `/api/user/orders/${id}/`, { token })).json() as Order,
    /** What the provider has captured for an order, less refunds. */
    async takenFor(orderId: number): Promise<number[]> {
      const movements = await provider.ledger();
      return movements.filter(({ invoice_id }) => invoice_id?.includes(`-${orderId}-`)).map(({ pence }) => pence);
    },
    async close() {
      await shop.close();
      await provider.close();
    },
  };
}

/** A port that nobody else is given until it is released: opening a shop takes seconds on a busy machine. */
async function holdPort() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { port, release: () => new Promise((resolve) => server.close(resolve)) };
}
