import type { Page, Request } from '@playwright/test';
import { call, fillAddress, openCheckout, openPayment, payment, payNow, signInWithCart, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { button, field, notice } from './people.ts';

// What the specification and its decisions fix of paying and of what was paid for, as it is written there.

const SELECT_FIRST = 'Please select an address to proceed.';

const pay = (page: Page) => payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true });

/** What is posted to addresses that end like this, in order. */
function listen(page: Page, path: RegExp): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (asked: Request) => {
    if (asked.method() === 'POST' && path.test(asked.url())) sent.push(asked.postDataJSON());
  });
  return sent;
}

test('Nobody pays before an address is chosen; then the buttons come', { tag: '@core' }, async ({ page, request }) => {
  await signInWithCart(page, request);
  await page.goto('/cart?step=address');
  await expect(page.getByText(SELECT_FIRST)).toBeVisible();
  await expect(payment(page)).toHaveCount(0);
  await fillAddress(page);
  await button(page, 'Add address').click();
  await expect(pay(page)).toBeVisible();
  await expect(payment(page).getByRole('button', { name: 'Debit or Credit Card', exact: true })).toBeVisible();
  await expect(page.getByText(SELECT_FIRST)).toHaveCount(0);
});

test('The payment service is asked for as specified, and the shop for the amount with two decimals', {
  tag: '@core',
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

test('A payment without an id is an invalid response, and charges nothing', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/\/sdk\/js/);
  await openCheckout(page, request);
  for (const json of [{}, { id: '' }, { id: 7 }]) {
    await page.route('**/create-order/', (route) => route.fulfill({ json }));
    await pay(page).click();
    const said = payment(page).getByRole('alert');
    await expect(said.getByText('Invalid response from backend', { exact: true })).toBeVisible();
    await expect(said.getByText('Nothing has been charged.', { exact: true })).toBeVisible();
    await page.unroute('**/create-order/');
  }
});

test('Ten seconds after the success, and not before, the order opens as it was bought', async ({ page, request }) => {
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

test('An order that is still the cart is no page of the history', async ({ page, request }) => {
  const buyer = await signInWithCart(page, request);
  await page.goto(`/history/${buyer.order.id}`);
  await expect(title(page)).toHaveText('Page Not Found');
});

test('A bouquet that is no longer sold is named all the same, and said in red to be gone', async ({
  page,
  request,
  allowFailures,
}) => {
  // In truth it is still the cart, of which there is no delivery.
  allowFailures(/\/api\/user\/orders\/\d+\/delivery\/$/);
  const buyer = await signInWithCart(page, request);
  const [line] = buyer.order.order_items;
  const order = {
    ...buyer.order,
    status: 'C',
    completed_at: new Date().toISOString(),
    order_items: [{ ...line, availability: 'withdrawn' }],
  };
  await page.route(`**/api/user/orders/${order.id}/`, (route) => route.fulfill({ json: order }));
  await page.goto(`/history/${order.id}`);
  const row = page.getByRole('row', { name: new RegExp(line?.name ?? '') });
  const words = row.getByText('Product not found', { exact: true });
  await expect(words).toBeVisible();
  await expect(row.getByText(line?.name ?? '', { exact: true })).toBeVisible();
  const [red = 0, green = 0, blue = 0] = await words.evaluate(
    (element) =>
      getComputedStyle(element)
        .color.match(/[\d.]+/g)
        ?.map(Number) ?? [],
  );
  expect(red).toBeGreaterThan(green + blue);
});
