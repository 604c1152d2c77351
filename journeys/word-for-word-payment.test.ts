import type { Page, Request } from '@playwright/test';
import { call, openCheckout, openPayment, payNow, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { field, notice } from './people.ts';

// What the specification and its decisions fix of paying and of what was paid for, as it is written there.

/** What is posted to addresses that end like this, in order. */
function listen(page: Page, path: RegExp): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (asked: Request) => {
    if (asked.method() === 'POST' && path.test(asked.url())) sent.push(asked.postDataJSON());
  });
  return sent;
}

test('The payment service is asked for as specified, and the shop for the amount with two decimals', {
  tag: ['@core', '@§7.19', '@§7.22', '@G10', '@G24'],
}, async ({ page, request }) => {
  const script = page.waitForRequest(/\/sdk\/js/);
  const buyer = await openCheckout(page, request);
  const options = Object.fromEntries(new URL((await script).url()).searchParams);
  expect(options).toMatchObject({
    currency: 'GBP',
    components: 'buttons,hosted-fields',
    'enable-funding': 'card',
    intent: 'capture',
  });
  const created = listen(page, /\/create-order\/$/);
  const captured = listen(page, /\/capture-order\/$/);
  const answered = page.waitForResponse(/\/create-order\//);
  await payNow(await openPayment(page));
  const { id } = await (await answered).json();
  expect(created).toEqual([{ amount: buyer.order.total_cost.toFixed(2), order_id: buyer.order.id }]);
  await expect(title(page)).toHaveText('Thank you. We’ll tie them fresh.');
  expect(captured).toEqual([{ order_id: buyer.order.id, paypal_order_id: id }]);
});

test('Ten seconds after the success, and not before, the order opens as it was bought', {
  tag: ['@§2.21', '@§4.4', '@§8.22', '@§9.11', '@D18'],
}, async ({ page, request }) => {
  const buyer = await openCheckout(page, request);
  const { id, total_cost, order_items } = buyer.order;
  await call(request, buyer, 'PATCH', `/api/user/orders/${id}/update-text/`, { text: 'For Nell' });
  await payNow(await openPayment(page));
  await expect(page.getByRole('timer')).toHaveText(`Opening order ${id} in 10 seconds.`);
  const shown = Date.now();
  await expect(notice(page, 'Your purchase was successful.')).toHaveClass(/toast--success/);
  await expect(page.getByRole('timer')).toHaveText(`Opening order ${id} in 1 second.`, { timeout: 12_000 });
  await page.waitForURL(`/history/${id}`, { waitUntil: 'commit' });
  const waited = Date.now() - shown;
  expect(waited).toBeGreaterThan(9_000);
  expect(waited).toBeLessThan(13_000);

  await expect(page.getByText('Completed Order', { exact: true })).toBeVisible();
  for (const { name, quantity, price } of order_items) {
    const cells = page.getByRole('row', { name: new RegExp(name) }).getByRole('cell');
    const sum = `£${(price * quantity).toFixed(2)}`;
    await expect(cells).toHaveText([name, `£${price.toFixed(2)}`, new RegExp(`^${quantity}`), sum]);
  }
  await expect(field(page, 'Gift note')).toHaveValue('For Nell');
  await expect(field(page, 'Gift note')).toBeDisabled();
  const sums = page.getByRole('complementary', { name: 'Paid' }).getByRole('definition');
  await expect(sums).toHaveText([`£${total_cost.toFixed(2)}`, '£5.00', `£${(total_cost + 5).toFixed(2)}`]);
  await expect(page.getByRole('main').getByRole('textbox', { disabled: false })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: /^(One|Remove|Check Out)/ })).toHaveCount(0);
});
