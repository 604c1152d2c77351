import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openOwnShop } from './own-shop.ts';
import { button, expireToken, field, NO_TOKENS, readTokens, signInPerson, storeTokens } from './people.ts';
import { findPort } from './ports.ts';

const ADDRESS = `http://127.0.0.1:${await findPort()}`;

const ASKING = /\/api\/user\/profile\/$/;
const REFRESHING = /\/auth\/refresh\/$/;
const NOT_REACHED = 'We couldn’t reach the shop. Nothing is lost: check your connection and try again.';
const OUR_FAULT = 'Something went wrong on our side. Nothing is lost. Please try again in a moment.';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const failure = (page: Page) => page.getByRole('main').getByRole('alert');
const tryAgain = (page: Page) => button(page, 'Try again').click();

test.beforeEach(({ allowFailures }) => {
  allowFailures(ASKING);
  allowFailures(REFRESHING);
  // The page fetches the sessions too, perhaps at the moment the power is cut.
  allowFailures(/\/api\/user\/(profile\/sessions|wish-list)\/$/);
});

test.describe('The shop’s power is cut', () => {
  test.use({ baseURL: ADDRESS });

  test('while someone’s token is renewed: she stays signed in, and goes on once it is back', async ({
    page,
    playwright,
    allowFailures,
  }) => {
    test.setTimeout(180_000);
    const shop = await openOwnShop(ADDRESS);
    try {
      // The countdown's call may be under way when the power is cut.
      allowFailures(/\/api\/delivery\/$/);
      const request = await playwright.request.newContext({ baseURL: ADDRESS });
      await signInPerson(page, request);
      await expireToken(page);
      const before = await readTokens(page);
      // The current page may renew it too, for the number beside the cart: this is about the next page.
      await page.goto('about:blank');

      const asked = Promise.withResolvers<void>();
      const isDead = Promise.withResolvers<void>();
      await page.route(REFRESHING, async (route: Route) => {
        asked.resolve();
        await isDead.promise;
        await route.continue();
      });
      await page.goto('/profile?tab=details');
      await asked.promise;
      await shop.kill();
      isDead.resolve();
      await expect(failure(page)).toContainText(NOT_REACHED);
      expect(await readTokens(page)).toEqual(before);
      await tryAgain(page);
      await expect(failure(page)).toContainText(NOT_REACHED);
      expect(await readTokens(page)).toEqual(before);

      await page.unrouteAll({ behavior: 'wait' });
      await shop.reopen();
      await tryAgain(page);
      await expect(title(page)).toHaveText('Hello, Rosalind.');
      await expect(failure(page)).toBeHidden();
      const after = await readTokens(page);
      expect(after.refresh).not.toBe(before.refresh);

      await test.step('and cut again while she changes her name: what she typed stays', async () => {
        await field(page, 'First name').fill('Rosie');
        await shop.kill();
        await button(page, 'Save').click();
        await expect(failure(page)).toContainText(NOT_REACHED);
        await expect(field(page, 'First name')).toHaveValue('Rosie');
        await shop.reopen();
        await button(page, 'Save').click();
        await expect(title(page)).toHaveText('Hello, Rosie.');
        expect(await readTokens(page)).toEqual(after);
      });
      await request.dispose();
    } finally {
      await shop.close();
    }
  });
});

test.describe('Someone whose token ran out', () => {
  test.beforeEach(async ({ page, request }) => {
    await signInPerson(page, request);
    await expireToken(page);
  });

  test('keeps her session, however wrongly the shop answers', { tag: '@D14' }, async ({ page }) => {
    const before = await readTokens(page);
    await page.route(REFRESHING, (route) => route.abort('connectionreset'));
    await page.goto('/profile?tab=details');
    await expect(failure(page)).toContainText(NOT_REACHED);
    const busy = 'We are very busy just now. Please try again in a moment.';
    for (const [answer, words] of [
      [{ status: 503, json: { detail: busy } }, busy],
      [{ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, OUR_FAULT],
      [{ status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }, OUR_FAULT],
      [{ status: 200, json: {} }, OUR_FAULT],
      [{ status: 200, json: { access: '' } }, OUR_FAULT],
      [{ status: 429, json: { detail: 'Too many attempts. Try again in 5 seconds.' } }, 'Try again in 5 seconds.'],
    ] as const) {
      await test.step(JSON.stringify(answer), async () => {
        await page.unroute(REFRESHING);
        await page.route(REFRESHING, (route) => route.fulfill(answer));
        const answered = page.waitForResponse(REFRESHING);
        await tryAgain(page);
        await answered;
        await expect(failure(page)).toContainText(words);
        expect(await readTokens(page)).toEqual(before);
        await expect(page).toHaveURL('/profile?tab=details');
      });
    }
    await page.unroute(REFRESHING);
    await tryAgain(page);
    await expect(title(page)).toHaveText('Hello, Rosalind.');
  });

  test('keeps her session when the answer that renews it is lost on the way', async ({ page }) => {
    const before = await readTokens(page);
    await page.route(REFRESHING, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.goto('/profile?tab=details');
    await expect(failure(page)).toContainText(NOT_REACHED);
    expect(await readTokens(page)).toEqual(before);
    await page.unroute(REFRESHING);
    await tryAgain(page);
    await expect(title(page)).toHaveText('Hello, Rosalind.');
  });

  test('is asked to log in when the shop refuses to renew it', { tag: '@§8.4' }, async ({ page }) => {
    await storeTokens(page, { refresh: 'was-revoked-long-ago' });
    await page.goto('/profile?tab=details');
    await expect(page).toHaveURL('/login?next=%2Fprofile%3Ftab%3Ddetails');
    expect(await readTokens(page)).toEqual(NO_TOKENS);
  });

  test('is asked to register when nothing is there to renew it with', { tag: '@§8.3' }, async ({ page }) => {
    await storeTokens(page, { refresh: null });
    await page.goto('/profile?tab=details');
    await expect(page).toHaveURL('/register?next=%2Fprofile%3Ftab%3Ddetails');
    expect(await readTokens(page)).toEqual(NO_TOKENS);
  });
});

test('The shop takes longer than ten seconds: it says so, and nothing is lost', { tag: '@§7.1' }, async ({
  page,
  request,
}) => {
  await signInPerson(page, request);
  const before = await readTokens(page);
  await page.route(ASKING, () => {}); // Never answered.
  await page.goto('/profile?tab=details');
  await expect(page.getByText('Still fetching. Your connection may be slow.')).toBeVisible();
  await expect(failure(page)).toContainText(NOT_REACHED);
  expect(await readTokens(page)).toEqual(before);
  await page.unroute(ASKING);
  await tryAgain(page);
  await expect(title(page)).toHaveText('Hello, Rosalind.');
});
