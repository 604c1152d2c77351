import { call, expectPaid, openCheckout, openPayment, payNow, postToStandIn, standInOf, title } from './buying.ts';
import { expect, test } from './fixtures.ts';

const WAITS = 'PayPal has not confirmed your payment';

/** Pays while the PayPal stand-in keeps the capture pending for so long. */
async function payPending(
  page: Parameters<typeof openPayment>[0],
  request: Parameters<typeof postToStandIn>[0],
  pendingCapture: { later: 'COMPLETED' | 'DENIED'; afterSeconds: number },
) {
  const buyer = await openCheckout(page, request);
  const popup = await openPayment(page);
  const { origin, token } = standInOf(popup);
  // biome-ignore lint/suspicious/noThenProperty: a rule of the pretended PayPal, never awaited
  const rule = { match: { op: 'captureOrder', orderId: token }, then: { pendingCapture } };
  await postToStandIn(request, `${origin}/standin/faults`, { rules: [rule] });
  await payNow(popup);
  await expect(page.getByRole('status').filter({ hasText: WAITS })).toBeVisible();
  return buyer;
}

test('PayPal takes its time: she fills another cart, and hears of the first when it is paid', async ({
  page,
  request,
}) => {
  test.slow();
  const buyer = await payPending(page, request, { later: 'COMPLETED', afterSeconds: 30 });
  await page.goto('/cart');
  await expect(title(page)).toHaveText('Your payment');
  await page.getByRole('main').getByRole('link', { name: 'fill another cart' }).click();
  await expect(page).toHaveURL('/product');
  await page.getByRole('button', { name: 'Add to Cart' }).nth(5).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();

  await page.goto('/cart');
  await expect(title(page)).toHaveText('Your cart');
  await expect(page.getByText(`for order ${buyer.order.id}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check Out Now' }).first()).toBeEnabled();

  await expect(page.getByText('Your purchase was successful.')).toBeVisible({ timeout: 70_000 });
  await expect(title(page)).toHaveText('Your cart');
  await expect(page.getByText(`for order ${buyer.order.id}`)).toBeHidden();
  expect(await call(request, buyer, 'GET', `/api/user/orders/${buyer.order.id}/`)).toMatchObject({ status: 'C' });
  const [cart] = await call(request, buyer, 'GET', '/api/user/orders/?status=P');
  expect(cart.order_items).toHaveLength(1);
});

test('PayPal takes its time and pays while nothing else is in the cart', async ({ page, request }) => {
  test.slow();
  const buyer = await payPending(page, request, { later: 'COMPLETED', afterSeconds: 12 });
  await page.goto('/cart');
  await expect(title(page)).toHaveText('Your payment');
  await expectPaid(page, request, buyer, buyer.order.id);
});

test('PayPal takes its time: the page of the order says so, and that it is paid when it is', {
  tag: ['@§2.33', '@G36'],
}, async ({ page, request }) => {
  test.slow();
  const { order } = await payPending(page, request, { later: 'COMPLETED', afterSeconds: 25 });
  await page.goto('/profile');
  await expect(page.getByText(`Order ${order.id} waits for PayPal to confirm your payment`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You have no completed orders.' })).toBeVisible();
  await page.getByRole('link', { name: `Order ${order.id}` }).click();
  await expect(title(page)).toHaveText(`Order ${order.id}`);
  await expect(page.getByRole('heading', { name: 'Not paid yet' })).toBeVisible();
  await expect(page.getByText('This order waits for PayPal')).toBeVisible();
  await expect(page.getByText('Completed Order')).toBeVisible({ timeout: 70_000 });
  await expect(page.getByText('This order waits for PayPal')).toBeHidden();
});

test('PayPal refuses in the end: what she wanted joins the cart she has begun, and she is told', async ({
  page,
  request,
}) => {
  test.slow();
  const buyer = await payPending(page, request, { later: 'DENIED', afterSeconds: 20 });
  const [, , other] = await (await request.get('/api/products/?sort=price')).json();
  await call(request, buyer, 'POST', '/api/user/orders/', { order_items: [{ product: other.id, quantity: 1 }] });
  await page.goto('/cart');
  await expect(page.getByText(`for order ${buyer.order.id}`)).toBeVisible();
  await expect(page.getByText('That way of paying was declined.')).toBeVisible({ timeout: 70_000 });
  await expect(page.getByRole('group', { name: /^Quantity of/ })).toHaveCount(3);
  await expect(page.getByText(`for order ${buyer.order.id}`)).toBeHidden();
});
