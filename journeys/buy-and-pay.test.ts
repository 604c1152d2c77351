import type { Order } from '#contract/orders.ts';
import {
  call,
  cancelPayment,
  expectPaid,
  FIRST,
  openCheckout,
  openPayment,
  payment,
  payNow,
  postToStandIn,
  signInWithCart,
  standInOf,
  title,
} from './buying.ts';
import { expect, test } from './fixtures.ts';
import { button, expireToken, logIn, storeTokens } from './people.ts';

test('A card that is declined costs nothing, and another way to pay works', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const buyer = await openCheckout(page, request);
  const popup = await openPayment(page);
  await popup.getByLabel(/Card is declined/).check();
  await payNow(popup);
  await expect(payment(page).getByRole('alert')).toHaveText(
    'That way of paying was declined. Nothing has been charged. Please try another.',
  );
  await popup.getByLabel(/PayPal balance/).check();
  await payNow(popup);
  await expectPaid(page, request, buyer, buyer.order.id);
});

test('Whoever cancels, or closes the window, is told that nothing was charged, and may try again', async ({
  page,
  request,
  allowFailures,
}) => {
  // Closed very quickly, the window has sent the buttons no message yet, and they log a warning.
  allowFailures(/\/sdk\/js/);
  const buyer = await openCheckout(page, request);
  const said = payment(page).getByText('You closed the payment. Nothing has been charged.');
  await cancelPayment(await openPayment(page));
  await expect(said).toBeVisible();
  const popup = await openPayment(page);
  await expect(said).toBeHidden();
  await popup.close();
  await expect(said).toBeVisible();
  await payNow(await openPayment(page, 'Debit or Credit Card'));
  await expectPaid(page, request, buyer, buyer.order.id);
});

test('The window is lost after the approval: the page finds out that it is paid', async ({ page, request }) => {
  const buyer = await openCheckout(page, request);
  const popup = await openPayment(page);
  await popup.getByText('Try a mishap').click();
  await popup.getByRole('button', { name: 'Approve, then lose this window' }).click();
  await expectPaid(page, request, buyer, buyer.order.id);
});

test('The browser is closed after the approval: the order is completed all the same', {
  tag: ['@core', '@G10'],
}, async ({ page, request }) => {
  const buyer = await openCheckout(page, request);
  const { origin, token } = standInOf(await openPayment(page));
  await page.goto('about:blank');
  await postToStandIn(request, `${origin}/standin/approve`, { token });
  await expect
    .poll(async () => (await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`)).status, {
      timeout: 45_000,
    })
    .toBe('C');
  // A page that is opened again shows the outcome at once.
  await page.goto('/cart');
  await expectPaid(page, request, buyer, buyer.order.id);
});

test('Windows are not allowed: the whole page goes to the provider and comes back', async ({ page, request }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const buyer = await openCheckout(page, request);
  await payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true }).click();
  await expect(page).toHaveURL(/\/checkoutnow/);
  await payNow(page);
  await expectPaid(page, request, buyer, buyer.order.id);
});

test('While the provider has not said its last word the page claims nothing, also when loaded anew', {
  tag: ['@core', '@D17'],
}, async ({ page, request }) => {
  const buyer = await openCheckout(page, request);
  const popup = await openPayment(page);
  const pendingCapture = { later: 'COMPLETED', afterSeconds: 6 };
  const { origin, token } = standInOf(popup);
  // biome-ignore lint/suspicious/noThenProperty: the stand-in's own word
  const rule = { match: { op: 'captureOrder', orderId: token }, then: { pendingCapture } };
  await postToStandIn(request, `${origin}/standin/faults`, { rules: [rule] });
  await payNow(popup);
  await expect(payment(page).getByRole('status')).toContainText('PayPal has not confirmed your payment yet.');
  await page.reload();
  await expect(page.getByText('Checking your payment')).toBeVisible();
  await expectPaid(page, request, buyer, buyer.order.id);
});

test('PayPal says nothing for ten minutes: the page stops asking, says so, and asks again when told to', async ({
  page,
  request,
}) => {
  await page.clock.install();
  const buyer = await openCheckout(page, request);
  const json = { order_id: buyer.order.id, state: 'waiting', detail: 'PayPal has not confirmed your payment yet.' };
  let asks = 0;
  await page.route('**/capture-order/', async (route) => {
    await route.fetch();
    await route.fulfill({ json });
  });
  await page.route('**/paypal/status/**', (route) => {
    asks += 1;
    return route.fulfill({ json });
  });
  await payNow(await openPayment(page));
  await expect(payment(page).getByRole('status')).toContainText('Checking your payment');
  await expect.poll(() => asks).toBeGreaterThan(0);
  await page.clock.fastForward('10:01');
  const said = payment(page).getByRole('status');
  await expect(said).toContainText('we have stopped asking');
  const before = asks;
  await page.clock.fastForward('10:00');
  // A poll would have been sent before this.
  await page.evaluate(() => fetch('/health').then((answer) => answer.text()));
  expect(asks).toBe(before);
  await page.unroute('**/paypal/status/**');
  await said.getByRole('button', { name: 'Try again' }).click();
  await expectPaid(page, request, buyer, buyer.order.id);
});

test('The shop answers in a shape that nobody agreed: the page goes on asking, then shows a way on, also when loaded anew', {
  tag: '@D17',
}, async ({ page, request }) => {
  await page.clock.install();
  const buyer = await openCheckout(page, request);
  let asks = 0;
  await page.route('**/capture-order/', async (route) => {
    await route.fetch();
    await route.fulfill({ json: { state: 'settled' } });
  });
  await page.route('**/paypal/status/**', (route) => {
    asks += 1;
    return route.fulfill({ json: { state: 'settled' } });
  });
  await payNow(await openPayment(page));
  const checking = page.getByText('Checking your payment');
  await expect(checking).toBeVisible();
  await expect.poll(() => asks).toBeGreaterThan(0);
  await page.reload();
  await expect(checking).toBeVisible();
  const before = asks;
  await page.clock.fastForward('00:30');
  await expect.poll(() => asks).toBeGreaterThan(before);
  await expect(checking).toBeVisible();
  await page.clock.fastForward('10:01');
  await expect(page.getByText('we have stopped asking')).toBeVisible();
  await expect(page.getByRole('link', { name: 'fill another cart' })).toBeVisible();
  await page.unroute('**/paypal/status/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectPaid(page, request, buyer, buyer.order.id);
});

test('The answer to the capture is lost: the page asks again and finds the payment', { tag: '@D17' }, async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/capture-order/);
  const buyer = await openCheckout(page, request);
  await page.route('**/capture-order/', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await payNow(await openPayment(page));
  await expectPaid(page, request, buyer, buyer.order.id);
});

test('The payment buttons cannot be fetched: the page says so, and tries again', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/\/sdk\/js|assets/);
  let blocked = true;
  await page.route('**/sdk/js**', (route) => (blocked ? route.abort('blockedbyclient') : route.continue()));
  await openCheckout(page, request);
  const said = payment(page).getByRole('alert');
  await expect(said).toContainText('We couldn’t reach the payment service. Nothing has been charged.');
  blocked = false;
  await said.getByRole('button', { name: 'Try again' }).click();
  await expect(payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true })).toBeVisible();
});

test('The cart was changed in the meantime: nothing is charged, and the new price is shown', { tag: '@G11' }, async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/create-order/);
  const buyer = await openCheckout(page, request);
  await expect(payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true })).toBeVisible();
  const [line] = buyer.order.order_items;
  const path = `/api/user/orders/${buyer.order.id}/order-items/${line?.id}/`;
  await call(request, buyer, 'PATCH', path, { product: line?.product, quantity: 3 });
  await payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true }).click();
  await expect(payment(page).getByText('Your cart has changed. Please look at it again.')).toBeVisible();
  const pounds = buyer.order.amount_to_pay + 2 * (line?.price ?? 0);
  await expect(page.getByText(`You pay £${pounds.toFixed(2)} and nothing more.`)).toBeVisible();
});

test('A price changed while it waited: it is said before paying, and nothing is charged that was not shown', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/create-order/);
  // The first bouquet's price when it was added; by then the shop has raised it, and no page has fetched that yet.
  const before = (price: number, name: string) => price - (name === FIRST ? 4 : 0);
  let isRaised = false;
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/user\/orders\/(\?.*|\d+\/update-.*)$/, async (route) => {
    if (route.request().url().includes('delivery-date')) await held.promise;
    const answer = await route.fetch();
    const json = await answer.json();
    for (const order of [json].flat() as Order[]) {
      for (const item of order.order_items) {
        item.price_when_added = before(item.price, item.name);
        if (!isRaised) item.price = item.price_when_added;
      }
      if (!isRaised) order.total_cost -= 4;
      if (!isRaised) order.amount_to_pay -= 4;
    }
    await route.fulfill({ response: answer, json });
  });
  const { order } = await openCheckout(page, request);
  const said = page.getByRole('list', { name: 'Changed prices' });
  const sum = (pounds: number) => page.getByText(`You pay £${pounds.toFixed(2)} and nothing more.`);
  await expect(sum(order.amount_to_pay - 4)).toBeVisible();
  await expect(said).toHaveCount(0);
  await page.getByRole('group', { name: 'Delivery day' }).getByRole('radio', { disabled: false }).nth(1).check();
  const refused = page.waitForResponse('**/create-order/');
  await payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true }).click();
  isRaised = true;
  held.resolve();
  expect((await refused).status()).toBe(409);
  await expect(payment(page).getByText('Your cart has changed. Please look at it again.')).toBeVisible();
  await expect(sum(order.amount_to_pay)).toBeVisible();
  const price = order.order_items.find(({ name }) => name === FIRST)?.price ?? 0;
  const words = `${FIRST} is now £${price.toFixed(2)}, was £${(price - 4).toFixed(2)} when you added it.`;
  await expect(said).toHaveText(words);
  await page.getByRole('main').getByRole('link', { name: 'Back', exact: true }).click();
  await expect(said).toHaveText(words);
});

test.describe('The session runs out in mid-checkout', () => {
  test('and is renewed without a word', { tag: ['@§7.21', '@§8.1'] }, async ({ page, request, allowFailures }) => {
    allowFailures(/\/api\/user\//);
    const buyer = await openCheckout(page, request);
    await expireToken(page);
    await payNow(await openPayment(page));
    await expectPaid(page, request, buyer, buyer.order.id);
  });

  test('and cannot be renewed: logging in leads back to where one was', async ({ page, request, allowFailures }) => {
    allowFailures(/\/api\/user\/|\/auth\/refresh\//);
    const buyer = await signInWithCart(page, request);
    await page.goto('/cart');
    await expect(button(page, 'Check Out Now').first()).toBeEnabled();
    await storeTokens(page, { access: 'ran.out.long-ago', refresh: 'revoked' });
    await button(page, 'Check Out Now').first().click();
    await expect(page).toHaveURL('/login?next=%2Fcart');
    await logIn(page, buyer);
    await expect(page).toHaveURL('/cart');
    await button(page, 'Check Out Now').first().click();
    await expect(title(page)).toHaveText('Where should they go?');
  });
});
