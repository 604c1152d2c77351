import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { registerSomeone } from '#server/testing/people.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;

beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());

test('the provider is asked in pounds for the goods and, apart from them, for the delivery', {
  tags: ['§9.5', 'D10'],
}, async () => {
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  const { body } = await checkout.provider.find(id);
  const [unit] = body.purchase_units as { amount: unknown }[];
  const pounds = (value: number) => ({ currency_code: 'GBP', value: value.toFixed(2) });
  expect(unit?.amount).toEqual({
    ...pounds(order.total_cost + 5),
    breakdown: { item_total: pounds(order.total_cost), shipping: pounds(5) },
  });
});

test('nobody without a pending order opens a payment', { tags: '§8.23' }, async () => {
  const { access } = await registerSomeone(checkout.shop);
  for (const id of [1, 2_147_483_647]) {
    const answer = await checkout.pay.create(access, { id, total_cost: 41 });
    expect([answer.status, answer.json()]).toEqual([404, { detail: 'Not found.' }]);
  }
});

test('an order that was paid for is pending no more, and cannot be paid for again', { tags: '§8.23' }, async () => {
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  await checkout.pay.capture(token, order.id, id);
  const again = await checkout.pay.create(token, order);
  expect([again.status, again.json()]).toEqual([409, { detail: 'This order has been paid for.' }]);
});

test('somebody who registered with the address alone is asked for a name before paying', async () => {
  const { token, order } = await checkout.fillCart();
  await checkout.shop.deps.db.execute(
    sql`update users set first_name = '', last_name = '' where id = (select user_id from carts where id = ${order.id})`,
  );
  const nameless = await checkout.pay.create(token, order);
  expect([nameless.status, nameless.json()]).toEqual([400, { first_name: ['Please tell us your name to proceed.'] }]);
  await checkout.shop.call('PATCH', '/api/user/profile/', { token, body: { first_name: 'Björk' } });
  expect((await checkout.pay.create(token, order)).status).toBe(200);
});

test('an address whose postcode was kept before it was looked at is to be mended before paying', {
  tags: 'G8',
}, async () => {
  const { token, order } = await checkout.fillCart();
  const { db } = checkout.shop.deps;
  const ofCart = sql`id = (select shipping_address_id from carts where id = ${order.id})`;
  await db.execute(sql`update addresses set postal_code = 'NOT A POSTCODE' where ${ofCart}`);
  const refused = await checkout.pay.create(token, order);
  const words = 'Please correct the postal code of this address to proceed.';
  expect([refused.status, refused.json()]).toEqual([400, { shipping_address: [words] }]);
  await db.execute(sql`update addresses set postal_code = '' where ${ofCart}`);
  expect((await checkout.pay.create(token, order)).status).toBe(200);
});
