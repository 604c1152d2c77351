import type { APIRequestContext, Page } from '@playwright/test';
import type { Order } from '#contract/orders.ts';
import { BOUQUETS } from './bouquets.ts';
import { expect } from './fixtures.ts';
import { field, notice, registerPerson, signIn } from './people.ts';

type Buyer = Awaited<ReturnType<typeof registerPerson>>;

export const [FIRST = '', SECOND = ''] = BOUQUETS.map(({ name }) => name);

export const title = (page: Page) => page.getByRole('heading', { level: 1 });
export const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart, / });
export const payment = (page: Page) => page.getByRole('region', { name: 'Payment' });
export const quantity = (page: Page, name: string) =>
  page.getByRole('group', { name: `Quantity of ${name}`, exact: true }).getByRole('status');

/** Calls the API as this person, outside the browser. */
export async function call(request: APIRequestContext, { tokens }: Buyer, method: string, path: string, data?: object) {
  const response = await request.fetch(path, { method, data, headers: { authorization: `Bearer ${tokens.access}` } });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return response.status() === 204 ? undefined : response.json();
}

/** Signs in someone with one of the first bouquet and two of the second in the cart. */
export async function signInWithCart(page: Page, request: APIRequestContext): Promise<Buyer & { order: Order }> {
  const buyer = await registerPerson(request);
  const products = await (await request.get('/api/products/')).json();
  const idOf = (name: string) => products.find((product: { name: string }) => product.name === name).id;
  const order_items = [
    { product: idOf(FIRST), quantity: 1 },
    { product: idOf(SECOND), quantity: 2 },
  ];
  const order = await call(request, buyer, 'POST', '/api/user/orders/', { order_items });
  await signIn(page, buyer);
  return { ...buyer, order };
}

/** The same with an address, and opens the checkout. */
export async function openCheckout(page: Page, request: APIRequestContext): Promise<Buyer & { order: Order }> {
  const buyer = await signInWithCart(page, request);
  await call(request, buyer, 'POST', '/api/user/profile/address/', {
    city: 'York',
    street_address: '12 Gillygate',
    apartment_address: 'Flat 3, Alder House',
    postal_code: 'yo317eq',
  });
  await page.goto('/cart?step=address');
  await expect(title(page)).toHaveText('Where should they go?');
  return buyer;
}

/** Closes what was said of a removal, and with it the offer to undo it. */
export async function dismissUndo(page: Page, words: string): Promise<void> {
  await notice(page, words).getByRole('button', { name: 'close' }).click();
  // While it slides out it is no alert any more, but still there.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
}

/** A fact of the order at the checkout, by its term. */
export const fact = (page: Page, name: 'For' | 'To' | 'Day' | 'Note') =>
  page
    .getByRole('main')
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');

export async function fillAddress(page: Page): Promise<void> {
  await field(page, 'Who are they for?').fill('Nell Whitcombe');
  await field(page, 'Street address').fill('12 Gillygate');
  await field(page, 'Flat, house name or number').fill('Flat 3, Alder House');
  await field(page, 'City').fill('York');
  await field(page, 'Postal code').fill('yo317eq');
}

/** Presses one of the provider's buttons and returns the window that opens. */
export async function openPayment(
  page: Page,
  way: 'Pay with PayPal' | 'Debit or Credit Card' = 'Pay with PayPal',
): Promise<Page> {
  const opens = page.context().waitForEvent('page');
  await payment(page).getByRole('button', { name: way, exact: true }).click();
  const popup = await opens;
  await expect(popup.getByRole('button', { name: 'Pay now' })).toBeEnabled();
  return popup;
}

/** The window closes itself under the press, which the runner may take for a press that failed. */
export async function cancelPayment(popup: Page): Promise<void> {
  const closes = popup.waitForEvent('close');
  await popup
    .getByRole('button', { name: /^Cancel/ })
    .click()
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
  await closes;
}

export const payNow = (popup: Page) => popup.getByRole('button', { name: 'Pay now' }).click();

/** Both the page and the API must say that the order is paid. */
export async function expectPaid(page: Page, request: APIRequestContext, buyer: Buyer, orderId: number): Promise<void> {
  await expect(page).toHaveURL(`/cart?step=done&order=${orderId}`, { timeout: 45_000 });
  await expect(title(page)).toHaveText('Thank you. We’ll tie them fresh.');
  await expect(badge(page)).toHaveAccessibleName('Cart, empty');
  expect(await call(request, buyer, 'GET', `/api/user/orders/${orderId}/`)).toMatchObject({ status: 'C' });
}

/** The address of the PayPal stand-in, and the token of the payment in this window. */
export function standInOf(popup: Page): { origin: string; token: string } {
  const address = new URL(popup.url());
  const token = address.searchParams.get('token') ?? '';
  address.port = String(Number(address.port) + 1);
  return { origin: address.origin, token };
}

/** Posts to a control endpoint of the stand-in. */
export async function postToStandIn(request: APIRequestContext, address: string, data: object): Promise<void> {
  const response = await request.post(address, { data });
  expect(response.ok(), await response.text()).toBe(true);
}
