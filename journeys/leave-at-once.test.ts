import type { APIRequestContext, Page, Route } from '@playwright/test';
import type { Order } from '#contract/orders.ts';
import { badge, call, FIRST, quantity, SECOND, signInWithCart } from './buying.ts';
import { expect, test, waitUntilInteractive } from './fixtures.ts';
import { button, fillRegistration, newPerson, notice, registerPerson, signIn, storeTokens } from './people.ts';

// A press reaches the shop exactly once, however soon the page is left and whatever request or response is lost.

const ADDING = /\/api\/user\/orders\/(\d+\/order-items\/)?$/;
const LINE = /\/order-items\/\d+\/$/;
const REFRESHING = /\/auth\/refresh\/$/;

type Buyer = Awaited<ReturnType<typeof registerPerson>>;

/** Signs in someone who has no cart. */
async function newcomer(page: Page, request: APIRequestContext): Promise<Buyer> {
  const buyer = await registerPerson(request);
  await signIn(page, buyer);
  return buyer;
}

/** The units in the cart by name, according to the API. */
async function cartOf(request: APIRequestContext, buyer: Buyer): Promise<Record<string, number>> {
  const [cart] = (await call(request, buyer, 'GET', '/api/user/orders/?status=P')) as Order[];
  return Object.fromEntries((cart?.order_items ?? []).map(({ name, quantity: units }) => [name, units]));
}

/** Blocks the first call of this kind. Returns a function that waits until the call is made. */
async function blockFirst(page: Page, address: RegExp, method: string): Promise<() => Promise<void>> {
  const called = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(address, (route: Route) => {
    if (route.request().method() !== method || !isFirst) return route.fallback();
    isFirst = false;
    called.resolve();
  });
  return () => called.promise;
}

/** From now on nothing that this page sends arrives, and nothing is answered. */
const sendNothing = (page: Page) =>
  page.evaluate(() => {
    window.fetch = () => new Promise(() => {});
  });

/** Leaves the page and closes the tab, which ends its requests. Returns a new tab. */
async function closeTab(page: Page): Promise<Page> {
  const next = await page.context().newPage();
  await page.goto('about:blank');
  await page.close();
  return next;
}

/** Makes the token expired since a quarter of an hour; the user it names can still be read. */
const letTokenAge = (page: Page) =>
  page.evaluate(() => {
    const [head, claims = '', mark] = (localStorage.getItem('access_token') ?? '').split('.');
    const old = { ...JSON.parse(atob(claims)), exp: Math.floor(Date.now() / 1000) - 300 };
    localStorage.setItem('access_token', [head, btoa(JSON.stringify(old)).replaceAll('=', ''), mark].join('.'));
  });

const waiting = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('pending_changes') ?? '[]').length);

test.describe('Someone registers for a bouquet', () => {
  test('and leaves at once: it is in her cart', async ({ page, visit }) => {
    await visit('/product');
    await button(page, `Add to Cart: ${FIRST}`).click();
    await expect(page).toHaveURL('/register');
    await fillRegistration(page, newPerson());
    const asked = await blockFirst(page, ADDING, 'POST');
    await button(page, 'Register').click();
    await asked();
    const next = await closeTab(page);
    await next.goto('/about');
    await expect(badge(next)).toHaveAccessibleName('Cart, 1 item');
    await expect(notice(next, `${FIRST} is in your cart. See your cart`)).toBeVisible();
    await next.reload();
    await waitUntilInteractive(next);
    await expect(badge(next)).toHaveAccessibleName('Cart, 1 item');
    expect(await waiting(next)).toBe(0);
  });

  test('and is led to her cart by a new page: it is there, once', async ({ page, visit }) => {
    await visit('/product');
    await button(page, `Add to Cart: ${FIRST}`).click();
    await expect(page).toHaveURL('/register');
    await visit('/register?next=%2Fcart');
    await fillRegistration(page, newPerson());
    await button(page, 'Register').click();
    await expect(page).toHaveURL('/cart');
    await expect(quantity(page, FIRST)).toHaveText('1');
    await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
  });
});

test('A token that ran out, Add to Cart, and the bag at once: the bouquet is in it', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(ADDING);
  const buyer = await newcomer(page, request);
  await page.goto('/product');
  await waitUntilInteractive(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart_seen'))).not.toBeNull();
  await letTokenAge(page);
  const asked = await blockFirst(page, REFRESHING, 'POST');
  await button(page, `Add to Cart: ${FIRST}`).click();
  await asked();
  await badge(page).click();
  await expect(page).toHaveURL('/cart');
  await expect(quantity(page, FIRST)).toHaveText('1');
  await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
  expect(await cartOf(request, buyer)).toEqual({ [FIRST]: 1 });
});

test('Several + and away: the last of them counts', async ({ page, request }) => {
  const buyer = await signInWithCart(page, request);
  await page.goto('/cart');
  await expect(quantity(page, SECOND)).toHaveText('2');
  const asked = await blockFirst(page, LINE, 'PATCH');
  for (let press = 0; press < 3; press += 1) await button(page, `One more ${SECOND}`).click();
  await asked();
  await expect(quantity(page, SECOND)).toHaveText('5');
  await page.goto('/about');
  await expect.poll(() => cartOf(request, buyer)).toEqual({ [FIRST]: 1, [SECOND]: 5 });
  await expect(badge(page)).toHaveAccessibleName('Cart, 6 items');
});

test('A line is removed, and the page left: it is gone', { tag: '@G34' }, async ({ page, request, allowFailures }) => {
  // The page that she left gets no response, so the next one sends it again, and may get a 404.
  allowFailures(LINE);
  const buyer = await signInWithCart(page, request);
  await page.goto('/cart');
  await button(page, `Remove ${SECOND}`).click();
  await expect(notice(page, 'product removed')).toBeVisible();
  await page.goto('/about');
  await expect.poll(() => cartOf(request, buyer)).toEqual({ [FIRST]: 1 });
  await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
});

test('The answer gets lost: the page says that it failed, no later page repeats it, and tried again it is the same press', {
  tag: '@G34',
}, async ({ page, request, allowFailures }) => {
  allowFailures(ADDING);
  const buyer = await newcomer(page, request);
  await page.goto('/product');
  await waitUntilInteractive(page);
  const sent: string[] = [];
  const lose = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push(route.request().headers()['idempotency-key'] ?? '');
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route(ADDING, lose);
  await button(page, `Add to Cart: ${FIRST}`).click();
  const failed = notice(page, 'An error occurred');
  await expect(failed.getByText('An error occurred', { exact: true })).toBeVisible();
  await expect(
    failed.getByText('We couldn’t reach the shop. Please check your connection and try again.'),
  ).toBeVisible();
  const again = page.waitForEvent('requestfailed', (call) => ADDING.test(call.url()));
  await failed.getByRole('button', { name: 'Try again' }).click();
  await again;
  await expect(failed).toHaveCount(1);
  expect(await cartOf(request, buyer)).toEqual({ [FIRST]: 1 });
  expect(new Set(sent).size).toBe(1);

  await page.unroute(ADDING);
  await page.reload();
  await waitUntilInteractive(page);
  await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page, `Add to Cart: ${FIRST}`).click();
  await expect(notice(page, `${FIRST} is in your cart. See your cart`)).toBeVisible();
  expect(await cartOf(request, buyer)).toEqual({ [FIRST]: 1 });
  expect(await waiting(page)).toBe(0);
});

test('What the shop could not take is not added later by itself: not here, not by the next page', {
  tag: ['@§8.8', '@G34'],
}, async ({ page, request, allowFailures }) => {
  allowFailures(ADDING);
  const buyer = await newcomer(page, request);
  await page.goto('/product');
  await waitUntilInteractive(page);
  await page.route(ADDING, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  await button(page, `Add to Cart: ${FIRST}`).click();
  await expect(notice(page, 'An error occurred')).toBeVisible();
  await page.unroute(ADDING);
  for (const address of ['/about', '/cart']) {
    await page.goto(address);
    await waitUntilInteractive(page);
    await expect(badge(page)).toHaveAccessibleName('Cart, empty');
  }
  await expect(page.getByRole('heading', { name: 'Nothing in here yet.' })).toBeVisible();
  expect(await cartOf(request, buyer)).toEqual({});
});

test('Pressed without a network: the page says so in plain words, and adds it when asked again', {
  tag: '@G34',
}, async ({ page, context, request, allowFailures }) => {
  allowFailures(/./);
  const buyer = await newcomer(page, request);
  await page.goto('/product');
  await waitUntilInteractive(page);
  // The toast is there: it cannot be fetched without a network.
  await page.route(ADDING, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await button(page, `Add to Cart: ${SECOND}`).click();
  await expect(notice(page, 'An error occurred')).toBeVisible();
  await context.setOffline(true);
  await button(page, `Add to Cart: ${FIRST}`).click();
  const failed = notice(page, 'You are offline. Please try again when you are connected.');
  await expect(failed.getByText('An error occurred', { exact: true })).toBeVisible();
  await failed.hover();
  await expect(badge(page)).toHaveAccessibleName('Cart, empty');
  await context.setOffline(false);
  await page.waitForTimeout(1_500);
  expect(await cartOf(request, buyer)).toEqual({});
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
  expect(await cartOf(request, buyer)).toEqual({ [FIRST]: 1 });
});

test('Another tab opens while a press is on its way: it counts once in both', async ({ page, context, request }) => {
  const buyer = await newcomer(page, request);
  await page.goto('/product');
  await waitUntilInteractive(page);
  const sent: string[] = [];
  const go = Promise.withResolvers<void>();
  await context.route(ADDING, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push(route.request().headers()['idempotency-key'] ?? '');
    await go.promise;
    await route.continue();
  });
  await button(page, `Add to Cart: ${FIRST}`).click();
  await expect.poll(() => sent.length).toBe(1);
  const other = await context.newPage();
  await other.goto('/about');
  await waitUntilInteractive(other);
  go.resolve();
  for (const tab of [page, other]) await expect(badge(tab)).toHaveAccessibleName('Cart, 1 item');
  expect(await cartOf(request, buyer)).toEqual({ [FIRST]: 1 });
  expect(new Set(sent).size).toBe(1);
});

test.describe('What one person pressed', () => {
  test('is dropped when she logs out, and never reaches the next', async ({ page, request, allowFailures }) => {
    test.slow();
    allowFailures(/\/api\/user\/orders\//);
    const rosalind = await newcomer(page, request);
    const leaveOne = async () => {
      await page.goto('/product');
      await waitUntilInteractive(page);
      await sendNothing(page);
      await button(page, `Add to Cart: ${FIRST}`).click();
      await expect.poll(() => waiting(page)).toBe(1);
      // She leaves before an answer. None of her pages may send it in between.
      await page.goto('about:blank');
    };

    await test.step('her session ends by itself, and someone else signs in here', async () => {
      await leaveOne();
      const bea = await registerPerson(request);
      await page.route('**/about', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Nothing.</p>' }));
      await page.goto('/about');
      await storeTokens(page, { access: bea.tokens.access, refresh: bea.tokens.refresh });
      await page.unroute('**/about');
      await page.goto('/cart');
      await expect(page.getByRole('heading', { name: 'Nothing in here yet.' })).toBeVisible();
      await expect(badge(page)).toHaveAccessibleName('Cart, empty');
      expect(await cartOf(request, bea)).toEqual({});
    });

    await test.step('she comes back: hers is added', async () => {
      await storeTokens(page, { access: rosalind.tokens.access, refresh: rosalind.tokens.refresh });
      await page.goto('/cart');
      await expect(quantity(page, FIRST)).toHaveText('1');
    });

    await test.step('she logs out: nothing is left', async () => {
      await leaveOne();
      await page.route(ADDING, (route) =>
        route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
      );
      await page.goto('/profile');
      await button(page, 'Log out').click();
      await expect(page).toHaveURL('/');
      expect(await waiting(page)).toBe(0);
      expect(await cartOf(request, await logInAgain(request, rosalind))).toEqual({ [FIRST]: 1 });
    });
  });

  test('more than an hour ago is not added, and the page says so', async ({ page, request, allowFailures }) => {
    allowFailures(ADDING);
    const buyer = await newcomer(page, request);
    await page.goto('/product');
    await waitUntilInteractive(page);
    await sendNothing(page);
    await button(page, `Add to Cart: ${FIRST}`).click();
    await expect.poll(() => waiting(page)).toBe(1);
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('pending_changes') ?? '[]');
      const old = stored.map((change: { at: number }) => ({ ...change, at: change.at - 61 * 60_000 }));
      localStorage.setItem('pending_changes', JSON.stringify(old));
    });
    await page.reload();
    await expect(notice(page, 'A bouquet you chose earlier could not be added to your cart.')).toBeVisible();
    expect(await cartOf(request, buyer)).toEqual({});
    expect(await waiting(page)).toBe(0);
  });
});

async function logInAgain(request: APIRequestContext, { email, password, ...buyer }: Buyer): Promise<Buyer> {
  const response = await request.post('/api/user/login/', { data: { email, password, remember: false } });
  return { ...buyer, email, password, tokens: await response.json() };
}
