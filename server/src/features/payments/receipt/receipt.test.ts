import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vatIn } from '#contract/vat.ts';
import { orders } from '#server/features/orders/table.ts';
import { changeDetails } from '#server/features/shop/change-details.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { startRefund } from '../refunds/start-refund.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());

const read = (token: string, id: number) => checkout.shop.call('GET', `/api/user/orders/${id}/receipt/`, { token });
const setShop = (change: Parameters<typeof changeDetails>[1]) =>
  checkout.shop.deps.db.transaction((tx) => changeDetails(tx, change));

async function refund(orderId: number, amountPence: number) {
  const { deps } = checkout.shop;
  const { id } = await deps.db.transaction((tx) =>
    startRefund(deps, tx, orderId, { amountPence, reason: 'A stem was missing', ...onCommandLine('flora') }),
  );
  await settleRefund(deps, id);
}

describe('GET /api/user/orders/:orderId/receipt/', () => {
  test('says who sold what to whom for how much, and how it was paid', async () => {
    const { token, order } = await checkout.buy();
    const response = await read(token, order.id);
    const lines = order.order_items.map(({ name, quantity, price }) => ({
      words: name,
      quantity,
      each: price,
      amount: price * quantity,
    }));
    expect([response.status, response.json()]).toEqual([
      200,
      {
        order: order.id,
        buyer: 'Ada Lovelace',
        paid_at: '2026-11-16T09:46:00.000Z',
        delivery_date: '2026-11-17',
        seller: {
          name: 'Marigold Lane Flowers',
          street: 'Unit 4, Marigold Lane',
          city: 'London',
          postcode: 'E8 3QX',
          email: 'hello@marigoldlane.example',
          phone: null,
          company_number: null,
        },
        lines,
        sums: [
          { words: 'Total', amount: order.total_cost },
          { words: 'Delivery fee', amount: 5 },
        ],
        amount: order.amount_to_pay,
        refunds: [],
        left: order.amount_to_pay,
        payment: { by: 'PayPal', invoice: expect.stringContaining(`-${order.id}-`) },
        vat: null,
      },
    ]);
  });

  test('states VAT by the number of the day on which the order was placed, whatever is set later', async () => {
    const before = await checkout.buy();
    await setShop({ vat_number: 'GB123456789' });
    const { token, order, pence } = await checkout.buy();
    await setShop({ vat_number: '', name: 'Marigold Lane Ltd' });
    expect((await read(before.token, before.order.id)).json().vat).toBeNull();
    expect((await read(token, order.id)).json()).toMatchObject({
      seller: { name: 'Marigold Lane Ltd' },
      vat: { number: 'GB123456789', percent: 20, amount: Math.round(pence / 6) / 100 },
    });
    const [row] = await checkout.shop.deps.db.select().from(orders).where(eq(orders.id, order.id));
    expect(row).toMatchObject({ vatNumber: 'GB123456789', vatPercent: 20 });
    await setShop({ name: 'Marigold Lane Flowers' });
  });

  test('lists what has gone back, and counts VAT on what is left', async () => {
    await setShop({ vat_number: 'GB123456789' });
    const { token, order, pence } = await checkout.buy();
    await refund(order.id, 1_200);
    const receipt = (await read(token, order.id)).json();
    expect(receipt).toMatchObject({
      refunds: [{ amount: 12, reason: 'A stem was missing' }],
      left: (pence - 1_200) / 100,
      vat: { amount: vatIn(pence - 1_200, 20) / 100 },
    });
    await setShop({ vat_number: '' });
  });

  test('is the buyer’s alone: others find nothing, and neither does the buyer of a cart', async () => {
    const { order } = await checkout.buy();
    const stranger = await registerSomeone(checkout.shop);
    expect((await read(stranger.access, order.id)).status).toBe(404);
    const { token, order: cart } = await checkout.fillCart();
    expect((await read(token, cart.id)).status).toBe(404);
    expect((await checkout.shop.get(`/api/user/orders/${order.id}/receipt/`)).status).toBe(401);
  });

  test('is read at the desk too', async () => {
    const { token, order } = await checkout.buy();
    const { headers } = await employ(checkout.shop, ['florist']);
    const atDesk = await checkout.shop.get(`/api/desk/orders/${order.id}/receipt/`, headers);
    expect(atDesk.json()).toEqual((await read(token, order.id)).json());
    expect((await checkout.shop.get('/api/desk/orders/999999/receipt/', headers)).status).toBe(404);
  });
});

test.each([
  [12_000, 2_000],
  [6_200, 1_033],
  [1, 0],
  [0, 0],
])('a price of %i pence contains %i of VAT at 20 %%', (pence, vat) => {
  expect(vatIn(pence, 20)).toBe(vat);
});
