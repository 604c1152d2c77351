import type { Page, Request, Route } from '@playwright/test';
import { call, openCheckout, payment, signInWithCart, title } from './buying.ts';
import { expect, test, waitUntilInteractive } from './fixtures.ts';
import { button } from './people.ts';

const ADDRESS = { city: 'York', street_address: '12 Gillygate', apartment_address: 'Flat 3, Alder House' };
const lose = (route: Route) => route.abort('connectionfailed');

/** A link that is there at every width. */
const inFooter = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
const isDocument = (path: string) => (request: Request) =>
  request.isNavigationRequest() && request.url().endsWith(path);

test.beforeEach(({ allowFailures }) => allowFailures(/\/assets\/|\/pictures\/|\/health$|\.data/));

test('The file of the toasts is lost: the words come all the same, and the page stays', async ({ page }) => {
  await page.route(/\/assets\/toast-tray/, lose);
  await page.goto('/product');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('Please register or login first.')).toBeVisible();
  await expect(page).toHaveURL('/register');
  await expect(title(page)).toBeVisible();
  await expect(page.getByText('Application Error')).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('The files of the next page are lost on a train: this one stays, and the link works later', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  await context.setOffline(true);
  await inFooter(page, 'Our story').click();
  await expect(page.getByText('That page could not be fetched. You are offline.')).toBeVisible();
  // What still works is said as long as it lasts.
  const line = page.getByText('You are offline. You can read this page;');
  await expect(line).toBeInViewport();
  await expect(page).toHaveURL('/');
  await context.setOffline(false);
  await expect(line).toBeHidden();
  await inFooter(page, 'Our story').click();
  await expect(page).toHaveURL('/about');
  await expect(title(page)).not.toHaveText(/went wrong/);
});

test('What a page shows cannot be fetched: it says that there is no connection', async ({ page, context }) => {
  await page.goto('/about');
  await waitUntilInteractive(page);
  await inFooter(page, 'Contact').dispatchEvent('pointerdown');
  await page.waitForFunction(() => 'information/contact-page' in (window.__reactRouterRouteModules ?? {}));
  await context.setOffline(true);
  await inFooter(page, 'Contact').click();
  await expect(title(page)).toHaveText('You are offline.');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(title(page)).not.toHaveText(/offline/);
  await expect(page).toHaveURL('/contact');
});

test('A file of the next page is gone, though the shop answers: the page is loaded whole', async ({ page }) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  await page.route(/\/assets\/about-page/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  const loaded = page.waitForRequest(isDocument('/about'));
  await inFooter(page, 'Our story').click();
  await loaded;
  await expect(page).toHaveURL('/about');
});

test('A page that is older than the shop loads the next one whole', async ({ page }) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  const release = await page.evaluate(() => window.__reactRouterManifest?.version ?? '');
  expect(release).toMatch(/^\w{8}$/);
  // As if the shop had been restarted with another release.
  await page.route(/\.data/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response: response, body: (await response.text()).replace(release, 'tomorrow') });
  });
  await inFooter(page, 'Our story').click();
  await expect(page).toHaveURL('/about');
  const loaded = page.waitForRequest(isDocument('/care'));
  await inFooter(page, 'Care guide').click();
  await loaded;
  await expect(page).toHaveURL('/care');
});

test('A file of the first page is lost on the way: it is asked for again, and the page wakes', async ({ page }) => {
  let lost = 0;
  await page.route(/\/assets\/home-page.*\.js$/, (route) => {
    lost += 1;
    return lost < 2 ? lose(route) : route.continue();
  });
  await page.goto('/');
  await waitUntilInteractive(page);
  expect(lost).toBeGreaterThan(1);
});

test('A file of the first page stays lost: the page says that its buttons do not work', async ({ page }) => {
  test.setTimeout(60_000);
  await page.route(/\/assets\/home-page.*\.js$/, lose);
  await page.goto('/');
  await expect(page.getByText('Part of this page did not arrive')).toBeVisible({ timeout: 45_000 });
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('link', { name: 'Load it again' }).click();
  await waitUntilInteractive(page);
  await expect(page.getByText('Part of this page did not arrive')).toBeHidden();
});

test('The payment buttons’ file is lost: the checkout says so, and fetches them again when asked', async ({
  page,
  request,
}) => {
  const buyer = await signInWithCart(page, request);
  await call(request, buyer, 'POST', '/api/user/profile/address/', ADDRESS);
  await page.route(/\/assets\/payment-/, lose);
  await page.goto('/cart?step=address');
  const lostWords = page.getByText('The payment buttons could not be fetched. Nothing has been charged.');
  await expect(lostWords).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await button(page, 'Try again').click();
  await expect(lostWords).toBeHidden();
  await expect(payment(page)).toBeVisible();
});

test('Pay is pressed on a train: the page says so for as long as it is true', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/\/create-order\//);
  await openCheckout(page, request);
  // The window of the payment takes Playwright's own way of being offline away again.
  const setOnline = (isOnline: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => value });
      window.dispatchEvent(new Event(value ? 'online' : 'offline'));
    }, isOnline);
  await page.route('**/create-order/', (route) => route.abort('internetdisconnected'));
  await setOnline(false);
  await payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true }).click();
  const said = payment(page).getByText('You are offline. Nothing is lost: try again when you are connected.');
  await expect(said).toBeVisible();
  await setOnline(true);
  await expect(said).toBeHidden();
});
