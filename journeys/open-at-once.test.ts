import type { Page } from '@playwright/test';
import { FIRST, signInWithCart } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-scripts.ts';
import { signInWithOrders } from './past-orders.ts';
import { expireToken, readTokens, signInPerson, storeTokens } from './people.ts';

const PENDING = /\/api\/user\/orders\/\?status=P,W$/;

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Signing in opened a page of the shop, which may still ask: leaves it for one without scripts. */
const leavePage = (page: Page) => page.goto('/robots.txt');

function countCalls(page: Page, address: RegExp): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (address.test(request.url())) calls.push(request.url());
  });
  return calls;
}

test('The cart is there as a frame and asked for before any script, and asked for once', async ({ page, request }) => {
  await signInWithCart(page, request);
  await leavePage(page);
  const release = await holdScripts(page);
  const calls = countCalls(page, PENDING);
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(title(page)).toHaveText('Your cart');
  await expect(page.getByText('Nothing is charged until you pay.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading');
  await expect.poll(() => calls.length).toBe(1);
  release();
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toHaveLength(1);
});

test('How far paid flowers are is asked for before any script, and asked for once', async ({ page, request }) => {
  const { orders } = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  await leavePage(page);
  const release = await holdScripts(page);
  const calls = countCalls(page, /\/api\/user\/orders\/\d+\/delivery\/$/);
  await page.goto(`/history/${orders[0]?.id}`, { waitUntil: 'commit' });
  await expect.poll(() => calls.length).toBe(1);
  release();
  await expect(page.getByRole('heading', { name: /^Booked for / })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls).toHaveLength(1);
});

test('Whoever has signed out meanwhile sees nothing of what was asked for early', async ({ page, request }) => {
  await signInWithCart(page, request);
  await leavePage(page);
  const release = await holdScripts(page);
  const calls = countCalls(page, PENDING);
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect.poll(() => calls.length).toBe(1);
  await page.evaluate(() => localStorage.clear());
  release();
  await expect(page).toHaveURL('/register?next=%2Fcart');
  await expect(page.getByRole('heading', { name: 'Summary' })).toHaveCount(0);
});

test('An early call that fails changes nothing: the page asks again', async ({ page, request, allowFailures }) => {
  allowFailures(PENDING);
  await signInWithCart(page, request);
  await leavePage(page);
  await page.route(PENDING, (route) => route.abort('connectionreset'), { times: 1 });
  const calls = countCalls(page, PENDING);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible();
  // The page itself, and perhaps the badge of its header, which asks where nothing has come yet.
  expect(calls.length).toBeGreaterThan(1);
});

test('A token that has expired is renewed once', async ({ page, request, allowFailures }) => {
  allowFailures(/\/api\/user\//);
  await signInPerson(page, request);
  await leavePage(page);
  await expireToken(page);
  const refreshes = countCalls(page, /\/auth\/refresh\/$/);
  await page.goto('/profile');
  await expect(title(page)).toHaveText('Order History');
  expect(refreshes).toHaveLength(1);
});

test('A token that was revoked is refused early, renewed once, and the page is there', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(/\/api\/user\//);
  await signInPerson(page, request);
  await leavePage(page);
  const { access } = await readTokens(page);
  // Of the right shape and time, but signed by nobody.
  await storeTokens(page, { access: `${access?.slice(0, -6)}aaaaaa` });
  const refreshes = countCalls(page, /\/auth\/refresh\/$/);
  await page.goto('/profile');
  await expect(title(page)).toHaveText('Order History');
  expect(refreshes).toHaveLength(1);
});

test('A guest sees no frame of a private page while led to the door', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading');
  await expect(page.getByText('Your cart', { exact: true })).toBeHidden();
  release();
  await expect(page).toHaveURL('/register?next=%2Fcart');
});
