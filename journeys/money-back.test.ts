import type { APIRequestContext } from '@playwright/test';
import { call, FIRST } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { signInWithOrders } from './past-orders.ts';

/** Refunds a part of an order where PayPal's own page would. */
async function refundAtPaypal(request: APIRequestContext, standIn: string, invoice: string, value: string) {
  const signIn = await request.post(`${standIn}/v1/oauth2/token`, {
    headers: { authorization: `Basic ${Buffer.from('stand-in-client:stand-in-secret').toString('base64')}` },
    form: { grant_type: 'client_credentials' },
  });
  const { access_token } = await signIn.json();
  const ledger = (await (await request.get(`${standIn}/standin/ledger`)).json()) as Record<string, string>[];
  const capture = ledger.find(({ kind, invoice_id }) => kind === 'capture' && invoice_id?.includes(invoice));
  const refunded = await request.post(`${standIn}/v2/payments/captures/${capture?.capture_id}/refund`, {
    headers: { authorization: `Bearer ${access_token}` },
    data: { amount: { currency_code: 'GBP', value } },
  });
  expect(refunded.status(), await refunded.text()).toBe(201);
}

test('Money of an order goes back in two parts, and its page tells of both', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const [order] = buyer.orders;
  const id = order?.id ?? 0;
  const standIn = new URL(page.url());
  standIn.port = String(Number(standIn.port) + 1);
  const refunded = async () => (await call(request, buyer, 'GET', `/api/user/orders/${id}/`)).refunded;
  await refundAtPaypal(request, standIn.origin, `-${id}-`, '12.00');
  await expect.poll(refunded, { timeout: 45_000 }).toBe(12);
  await refundAtPaypal(request, standIn.origin, `-${id}-`, '3.50');
  await expect.poll(refunded, { timeout: 45_000 }).toBe(15.5);

  await page.goto(`/history/${id}`);
  const refunds = page.getByRole('list', { name: 'Refunds' }).getByRole('listitem');
  await expect(refunds).toHaveText([/^£12\.00 refunded on \w+day \d+ \w+/, /^£3\.50 refunded on \w+day \d+ \w+/]);
  await expect(page.getByText('left after refunds')).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('£15.50 refunded')).toBeVisible();
});
