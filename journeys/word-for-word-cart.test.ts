import type { Page, Route } from '@playwright/test';
import { badge, call, FIRST, quantity, SECOND, signInWithCart, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { button, field, notice, signInPerson } from './people.ts';

// What the specification and its decisions fix of the cart, as it is written there.

const ORDERS = /\/api\/user\/orders\/(\?.*)?$/;
const removing = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Remove \d+ Item\(s\)$/ });
const row = (page: Page, name: string) => page.getByRole('checkbox', { name: `Choose ${name}` });
const amount = (page: Page, words: string) =>
  page
    .getByRole('main')
    .getByRole('complementary')
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${words}$`) })
    .locator('xpath=following-sibling::dd');

test('Rows are chosen one by one or all at once, and only then can they be removed', { tag: '@core' }, async ({
  page,
  request,
}) => {
  await signInWithCart(page, request);
  await page.goto('/cart');
  await expect(row(page, FIRST)).toBeVisible();
  await expect(removing(page)).toHaveCount(0);
  await row(page, FIRST).check();
  await expect(removing(page)).toHaveText('Remove 1 Item(s)');
  await expect(field(page, 'Select all')).not.toBeChecked();
  await row(page, SECOND).check();
  await expect(removing(page)).toHaveText('Remove 2 Item(s)');
  await expect(field(page, 'Select all')).toBeChecked();
  await field(page, 'Select all').uncheck();
  await expect(row(page, FIRST)).not.toBeChecked();
  await expect(row(page, SECOND)).not.toBeChecked();
  await expect(removing(page)).toHaveCount(0);
  await field(page, 'Select all').check();
  await expect(row(page, FIRST)).toBeChecked();
  await expect(removing(page)).toHaveText('Remove 2 Item(s)');
  await row(page, SECOND).uncheck();
  await expect(removing(page)).toHaveText('Remove 1 Item(s)');
});

test('Several rows are removed at the same time, and the page says how many', async ({ page, request }) => {
  const buyer = await signInWithCart(page, request);
  const waiting: Route[] = [];
  await page.route(/\/order-items\/\d+\/$/, (route) => void waiting.push(route));
  await page.goto('/cart');
  await field(page, 'Select all').check();
  await removing(page).click();
  // No response before both requests are sent, and no word before the response.
  await expect.poll(() => waiting.length).toBe(2);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(waiting.map((route) => route.request().method())).toEqual(['DELETE', 'DELETE']);
  const ids = waiting.map((route) => Number(new URL(route.request().url()).pathname.split('/').at(-2)));
  expect(ids.toSorted()).toEqual(buyer.order.order_items.map(({ id }) => id).toSorted());
  for (const route of waiting) await route.continue();
  const said = notice(page, '2 product(s) removed');
  await expect(said.getByText('2 product(s) removed', { exact: true })).toBeVisible();
  await expect(badge(page)).toHaveAccessibleName('Cart, empty');

  await test.step('Undo brings both back', async () => {
    await page.unroute(/\/order-items\/\d+\/$/);
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect(quantity(page, FIRST)).toHaveText('1');
    await expect(quantity(page, SECOND)).toHaveText('2');
    await expect(badge(page)).toHaveAccessibleName('Cart, 3 items');
  });
});

test('A removal is sent at once; what is said of it comes with the answer and lasts as long as any', {
  tag: '@core',
}, async ({ page, request }) => {
  const buyer = await signInWithCart(page, request);
  const [product] = await (await request.get('/api/products/')).json();
  const { extras } = await (await request.get(`/api/products/${product.id}/`)).json();
  const grand = { product: product.id, size: 'grand', quantity: 3, extras: [extras[0].id] };
  await call(request, buyer, 'POST', `/api/user/orders/${buyer.order.id}/order-items/`, grand);
  await page.goto('/cart');
  const line = page.getByRole('button', { name: /^Remove .*, grand, with / }).and(page.locator('.line-remove button'));
  const answer = Promise.withResolvers<void>();
  await page.route(/\/order-items\/\d+\/$/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest((sent) => sent.method() === 'DELETE', { timeout: 2_000 });
  await line.click();
  await asked;
  await expect(line).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  answer.resolve();
  const said = notice(page, 'product removed');
  await expect(said.getByText('product removed', { exact: true })).toBeVisible();
  await expect(said.getByRole('progressbar')).toHaveCSS('animation-duration', '5s');
  const cart = async () => call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`);
  expect((await cart()).order_items).toHaveLength(2);

  await said.getByRole('button', { name: 'Undo' }).click();
  await expect(line).toBeVisible();
  expect((await cart()).order_items.at(-1)).toMatchObject({ ...grand, extras: [{ id: extras[0].id }] });
  await expect(badge(page)).toHaveAccessibleName('Cart, 6 items');
});

test('A removal that fails says so, and the line comes back', async ({ page, request, allowFailures }) => {
  allowFailures(/order-items/);
  await signInWithCart(page, request);
  await page.route(/\/order-items\/\d+\/$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/cart');
  await button(page, `Remove ${FIRST}`).click();
  const said = notice(page, 'An error occurred');
  const alone = said.getByText('An error occurred', { exact: true });
  await expect(alone).toBeVisible();
  await expect(said.getByText(`Still in your cart: ${FIRST}.`, { exact: true })).toBeVisible();
  await expect(quantity(page, FIRST)).toHaveText('1');
  await field(page, 'Select all').check();
  await removing(page).click();
  await expect(said.getByText(`Still in your cart: ${FIRST}, ${SECOND}.`, { exact: true })).toBeVisible();
  await expect(alone).toHaveCount(1);
  await expect(notice(page, 'removed')).toHaveCount(0);
  await expect(quantity(page, SECOND)).toHaveText('2');

  await test.step('nothing is removed later by itself; Try again removes them', async () => {
    await page.unroute(/\/order-items\/\d+\/$/);
    await page.reload();
    await expect(quantity(page, SECOND)).toHaveText('2');
    await page.route(/\/order-items\/\d+\/$/, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await button(page, `Remove ${SECOND}`).click();
    await said.getByRole('button', { name: 'Try again' }).click();
    await expect(notice(page, 'product removed')).toBeVisible();
    await expect(quantity(page, SECOND)).toHaveCount(0);
  });
});

test('A quantity is sent with its product; what the shop says of it is shown, the first message', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/order-items/);
  const buyer = await signInWithCart(page, request);
  const line = buyer.order.order_items.find(({ name }) => name === SECOND);
  await page.goto('/cart');
  const asked = page.waitForRequest((sent) => sent.method() === 'PATCH');
  await button(page, `One more ${SECOND}`).click();
  const sent = await asked;
  expect(new URL(sent.url()).pathname).toBe(`/api/user/orders/${buyer.order.id}/order-items/${line?.id}/`);
  expect(sent.postDataJSON()).toEqual({ product: line?.product, quantity: 3 });
  await expect(quantity(page, SECOND)).toHaveText('3');

  for (const [status, json, words] of [
    [400, { quantity: ['Only three are left.', 'None tomorrow.'] }, 'Only three are left.'],
    [409, { detail: 'Your payment is being confirmed.' }, 'Your payment is being confirmed.'],
    [500, {}, 'An error occurred'],
  ] as const) {
    await page.route(/\/order-items\/\d+\/$/, (route) => route.fulfill({ status, json }));
    await button(page, `One more ${SECOND}`).click();
    await expect(notice(page, words)).toBeVisible();
    await expect(page.getByText('None tomorrow.')).toHaveCount(0);
    await expect(quantity(page, SECOND)).toHaveText('3');
    await page.unroute(/\/order-items\/\d+\/$/);
  }
});

test('Whoever has no order yet finds an empty cart and cannot check out', async ({ page, request }) => {
  await signInPerson(page, request);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Nothing in here yet.' })).toBeVisible();
  await expect(button(page, 'Check Out Now')).toBeDisabled();
});

test('Check Out Now saves the note and moves on; Back comes back', async ({ page, request }) => {
  const buyer = await signInWithCart(page, request);
  await page.goto('/cart');
  await field(page, 'Gift note').fill('For Nell');
  const asked = page.waitForRequest((sent) => sent.method() === 'PATCH');
  await button(page, 'Check Out Now').first().click();
  const sent = await asked;
  expect(new URL(sent.url()).pathname).toBe(`/api/user/orders/${buyer.order.id}/update-text/`);
  expect(sent.postDataJSON()).toEqual({ text: 'For Nell' });
  await expect(page).toHaveURL('/cart?step=address');
  const steps = page.getByRole('list', { name: 'Checkout steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');
  await page.getByRole('main').getByRole('link', { name: 'Back', exact: true }).click();
  await expect(title(page)).toHaveText('Your cart');
  await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step');
  await expect(field(page, 'Gift note')).toHaveValue('For Nell');
  const order = await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`);
  expect(order.text).toBe('For Nell');
});

test('A note that the shop refuses is told under it, anything else as a toast, and one stays in the cart', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/update-text/);
  await signInWithCart(page, request);
  await page.goto('/cart');
  for (const [status, json, words] of [
    [400, { text: ['This holds characters we cannot print.', 'Nor read.'] }, 'This holds characters we cannot print.'],
    [409, { detail: 'Your payment is being confirmed.' }, 'Your payment is being confirmed.'],
    [500, {}, 'An error occurred'],
  ] as const) {
    await page.route('**/update-text/', (route) => route.fulfill({ status, json }));
    await field(page, 'Gift note').fill(`For Nell ${status}`);
    await button(page, 'Check Out Now').first().click();
    if (status === 400) await expect(field(page, 'Gift note')).toHaveAccessibleDescription(new RegExp(`^${words}`));
    else await expect(notice(page, words)).toBeVisible();
    await expect(page.getByText('Nor read.')).toHaveCount(0);
    await expect(page).toHaveURL('/cart');
    await expect(field(page, 'Gift note')).toHaveValue(`For Nell ${status}`);
    await page.unroute('**/update-text/');
  }
});

test('Total is the goods alone; the fee of five pounds and the amount to pay stand under it', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const { order } = await signInWithCart(page, request);
  await page.goto('/cart');
  const goods = order.order_items.reduce((sum, item) => sum + item.price * item.quantity, 0);
  await expect(amount(page, 'Total')).toHaveText(`£${goods.toFixed(2)}`);
  await expect(amount(page, 'Delivery fee')).toHaveText('£5.00');
  await expect(amount(page, 'Amount to pay')).toHaveText(`£${(goods + 5).toFixed(2)}`);
});

test('A cart that cannot be fetched: the shop’s own words, or ours where it has none', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(ORDERS);
  await signInWithCart(page, request);
  for (const [json, words] of [
    [{ detail: 'We are very busy just now.' }, 'Your cart could not be loaded. We are very busy just now.'],
    [{}, 'Your cart could not be loaded. Something went wrong on our side.'],
  ] as const) {
    await page.route(ORDERS, (route) => route.fulfill({ status: 503, json }));
    await page.goto('/cart');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(words, { timeout: 45_000 });
    await page.unroute(ORDERS);
  }
  await button(page, 'Try again').click();
  await expect(quantity(page, SECOND)).toHaveText('2');
});
