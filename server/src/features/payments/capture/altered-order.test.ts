import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import type { ProviderOrder } from '../paypal/paypal-responses.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;

beforeAll(async () => {
  checkout = await openTestCheckout();
});
afterAll(() => checkout.close());
beforeEach(async () => {
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

const unit = (change: object) => (found: ProviderOrder) => ({
  ...found,
  purchase_units: [{ ...found.purchase_units?.[0], ...change }],
});

/** A page of somebody's own making can alter its order at the provider before it is approved. */
const ALTERED: [string, (found: ProviderOrder) => ProviderOrder][] = [
  ['in euros', unit({ amount: { currency_code: 'EUR', value: '41.00' } })],
  ['for a penny', unit({ amount: { currency_code: 'GBP', value: '0.01' } })],
  ['for no amount', unit({ amount: undefined })],
  ['with the mark of another payment', unit({ custom_id: '00000000-0000-4000-8000-000000000000' })],
  ['without our mark', unit({ custom_id: undefined })],
  ['on another invoice', unit({ invoice_id: 'MARIGOLD-1-x' })],
  ['to be authorised only', (found) => ({ ...found, intent: 'AUTHORIZE' })],
  ['paying somebody else', unit({ payee: { merchant_id: 'SOMEBODYELSE1' } })],
  ['paying nobody', unit({ payee: undefined })],
  ['for nothing', (found) => ({ ...found, purchase_units: [] })],
];

test.each(ALTERED)('an order at the provider is never captured: %s', async (_what, alter) => {
  const { token, order } = await checkout.fillCart();
  const { id } = (await checkout.pay.create(token, order)).json() as { id: string };
  await checkout.provider.approve(id);
  const { paypal } = checkout.shop.deps;
  const { findOrder } = paypal;
  const altered = vi.spyOn(paypal, 'findOrder').mockImplementation(async (asked) => alter(await findOrder(asked)));
  try {
    expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('changed');
  } finally {
    altered.mockRestore();
  }
  // Nor later, when the provider shows it as it should be.
  expect((await checkout.pay.capture(token, order.id, id)).json().state).toBe('changed');
  await checkout.shop.handlers['sweep-payments']?.work({});
  expect(await checkout.takenFor(order.id)).toEqual([]);
  expect((await checkout.findOrder(token, order.id)).status).toBe('P');
});
