import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { employ } from '#server/testing/staff.ts';

const NEXT = '2026-11-17';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let owner: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  checkout = await openTestCheckout();
  owner = await employ(checkout.shop);
});
afterAll(() => checkout.close());
afterEach(async () => {
  await checkout.shop.deps.db.execute(sql`truncate delivery_days, delivery_settings, throttles`);
  await checkout.shop.deps.delivery.renew();
});

const atDesk = async (path: string, body: unknown) => {
  const { status } = await checkout.shop.call('PATCH', `/api/desk/${path}`, { body, headers: owner.headers });
  expect(status).toBe(200);
};

/** Somebody has approved what she saw; then the owner changes something, and the payment is captured. */
async function payWhile(change: () => Promise<void>) {
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  await change();
  const answer = (await checkout.pay.capture(token, order.id, id)).json() as { state: string; detail?: string };
  return { answer, taken: await checkout.takenFor(order.id), order };
}

test('a fee that is changed while somebody pays: she is asked again, and nothing is charged', async () => {
  const { answer, taken } = await payWhile(() => atDesk('settings/delivery/', { fee: 7 }));
  expect([answer.state, taken]).toEqual(['changed', []]);
});

test('a surcharge that is put on her day meanwhile is not added at the end', async () => {
  const { answer, taken } = await payWhile(() => atDesk(`calendar/days/${NEXT}/`, { surcharge: 3 }));
  expect([answer.state, taken]).toEqual(['changed', []]);
});

test('a day that is closed meanwhile is not charged for, and the words say why', async () => {
  const { answer, taken } = await payWhile(() =>
    atDesk(`calendar/days/${NEXT}/`, { open: false, words: 'Stocktaking' }),
  );
  expect([answer.state, taken]).toEqual(['changed', []]);
  expect(answer.detail).toContain('Stocktaking');
});

const PUT = async (path: string, body: unknown) => {
  const { status } = await checkout.shop.call('PUT', `/api/desk/catalogue/${path}`, { body, headers: owner.headers });
  expect(status).toBe(200);
};
const firstBouquet = async () =>
  ((await checkout.shop.get('/api/products/?limit=1')).json() as { id: number; price: number }[])[0] as {
    id: number;
    price: number;
  };

test('a price that is changed in the catalogue while somebody pays: she is asked again, and nothing is charged', async () => {
  const { id, price } = await firstBouquet();
  const { answer, taken } = await payWhile(() => PUT(`${id}/price/`, { price: price + 3, seen: price }));
  expect([answer.state, taken]).toEqual(['changed', []]);
  await PUT(`${id}/price/`, { price, seen: price + 3 });
});

test('a bouquet that is sold out while somebody pays is not charged for, and she is asked again', async () => {
  const { id } = await firstBouquet();
  const { answer, taken } = await payWhile(() => PUT(`${id}/status/`, { status: 'sold_out' }));
  await PUT(`${id}/status/`, { status: 'on_sale' });
  expect([answer.state, taken]).toEqual(['changed', []]);
});

test('what changes nothing for her is charged as she saw it', async () => {
  const { answer, taken, order } = await payWhile(() => atDesk('settings/delivery/', { days_ahead: 30 }));
  expect([answer.state, taken]).toEqual(['paid', [Math.round(order.amount_to_pay * 100)]]);
});
