import type { Page } from '@playwright/test';
import { findFaults, findFaultsAtAllWidths } from './accessibility.ts';
import { addressOf } from './bouquets.ts';
import { expect, test, waitUntilInteractive } from './fixtures.ts';
import { button, fillRegistration, logIn, newPerson, notice, registerPerson, signInPerson } from './people.ts';

const main = (page: Page) => page.getByRole('main');
const heart = (page: Page, name: string) =>
  main(page).getByRole('button', { name: `Save ${name} to your wish list`, exact: true });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const cards = (page: Page) => main(page).getByRole('list', { name: 'Bouquets' }).getByRole('heading');

async function press(page: Page, name: string, isSaved: boolean): Promise<void> {
  await expect(heart(page, name)).toHaveAttribute('aria-pressed', String(!isSaved));
  await heart(page, name).click();
  await expect(heart(page, name)).toHaveAttribute('aria-pressed', String(isSaved));
}

async function openList(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Wish list' }).click();
  } else {
    await page.getByRole('banner').getByRole('link', { name: 'Wish list' }).click();
  }
  await expect(title(page)).toHaveText('Your wish list');
}

test('Somebody saves bouquets before she logs in, shares them with her sister, and ends the link', {
  tag: ['@core', '@phone'],
}, async ({ page, visit, context, browser, request, baseURL, isPhone, allowFailures }) => {
  test.slow();
  const person = await registerPerson(request);

  await test.step('saves one from a card and one from its page, and finds both on her list', async () => {
    await visit('/');
    await press(page, 'Tearoom', true);
    await expect(page.getByText('Tearoom is on your wish list.')).toBeVisible();
    await visit(await addressOf('Velvet Dozen', request));
    await press(page, 'Velvet Dozen', true);
    await openList(page, isPhone);
    await expect(cards(page)).toHaveText(['Velvet Dozen', 'Tearoom']);
    await expect(main(page)).toContainText('Kept in this browser. Log in to have it everywhere, and to share it.');
  });

  await test.step('still has them after a reload, and the hearts on other pages know', async () => {
    await visit('/wish-list');
    await expect(cards(page)).toHaveText(['Velvet Dozen', 'Tearoom']);
    await visit('/product');
    await expect(heart(page, 'Tearoom')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('logs in, and they are with her account', async () => {
    await visit('/wish-list');
    await main(page).getByRole('link', { name: 'Log in' }).click();
    const merged = page.waitForResponse((response) => response.url().endsWith('/wish-list/merge/'));
    await logIn(page, person);
    expect((await merged).status()).toBe(200);
    await expect(page).toHaveURL('/wish-list');
    await expect(cards(page)).toHaveText(['Velvet Dozen', 'Tearoom']);
    await expect(main(page)).toContainText('Kept with your account');
  });

  await test.step('another browser of hers has them too, and what it saves comes to the first', async () => {
    const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await elsewhere.goto('/login?next=%2Fwish-list');
    await waitUntilInteractive(elsewhere);
    await logIn(elsewhere, person);
    await expect(cards(elsewhere)).toHaveText(['Velvet Dozen', 'Tearoom']);
    await elsewhere.goto('/product');
    await waitUntilInteractive(elsewhere);
    const saved = elsewhere.waitForResponse((response) => response.request().method() === 'PUT');
    await press(elsewhere, 'Rosy Parlour', true);
    await saved;
    await elsewhere.context().close();
    await visit('/wish-list');
    await expect(cards(page)).toHaveText(['Rosy Parlour', 'Velvet Dozen', 'Tearoom']);
  });

  await test.step('a heart taken back in one tab is so in another', async () => {
    const other = await context.newPage();
    await other.goto('/product');
    await expect(heart(other, 'Rosy Parlour')).toHaveAttribute('aria-pressed', 'true');
    await press(page, 'Rosy Parlour', false);
    await expect(heart(other, 'Rosy Parlour')).toHaveAttribute('aria-pressed', 'false');
    // It stays in sight until the page is left: pressing again would be the undo.
    await expect(cards(page)).toHaveText(['Rosy Parlour', 'Velvet Dozen', 'Tearoom']);
    await other.close();
    await visit('/wish-list');
    await expect(cards(page)).toHaveText(['Velvet Dozen', 'Tearoom']);
  });

  let link = '';
  const sister = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await test.step('makes a link, and her sister sees the bouquets and no name', async () => {
    await button(page, 'Make a link').click();
    const field = main(page).getByLabel('The link to your list');
    await expect(field).toHaveValue(/\/wish-list\/[0-9a-f]{32}$/);
    await expect(field).toBeFocused();
    link = new URL(await field.inputValue()).pathname;
    await sister.goto(link);
    await expect(title(sister)).toHaveText('A wish list');
    await expect(cards(sister)).toHaveText(['Velvet Dozen', 'Tearoom']);
    await expect(main(sister)).toContainText('£');
    await expect(sister.getByText(person.firstName)).toHaveCount(0);
  });

  await test.step('lets her first name be on it', async () => {
    const named = page.waitForResponse((response) => response.url().endsWith('/wish-list/link/'));
    await main(page).getByRole('checkbox', { name: 'Show my first name on it' }).check();
    await named;
    await sister.reload();
    await expect(title(sister)).toHaveText(`${person.firstName}’s wish list`);
    await expect(sister.getByText(person.lastName)).toHaveCount(0);
  });

  await test.step('the sister saves one for herself', async () => {
    await press(sister, 'Tearoom', true);
    await sister.goto('/wish-list');
    await expect(cards(sister)).toHaveText(['Tearoom']);
  });

  await test.step('ends the link: nothing is behind it any more', async () => {
    await button(page, 'End this link').click();
    await expect(button(page, 'Make a link')).toBeVisible();
    await expect(main(page).getByRole('heading', { name: 'Share your list' })).toBeFocused();
    allowFailures(/\/api\/wish-list\/shared\//);
    await sister.goto(link);
    await expect(title(sister)).toHaveText('This link is no longer good.');
    await expect(main(sister).getByRole('link', { name: 'See all bouquets' })).toBeVisible();
    await sister.context().close();
  });

  await test.step('logs out: whoever comes next finds an empty list, and it goes to no other account', async () => {
    await visit('/profile');
    await button(page, 'Log out').click();
    await expect(notice(page, 'You are logged out.')).toBeVisible();
    await visit('/wish-list');
    await expect(main(page)).toContainText('Nothing is on it yet.');
    await signInPerson(page, request);
    await visit('/wish-list');
    await expect(main(page)).toContainText('Nothing is on it yet.');
    await visit('/product');
    await expect(heart(page, 'Tearoom')).toHaveAttribute('aria-pressed', 'false');
  });
});

test('A link can be ended when nothing is on the list any more', async ({ page, visit, request, allowFailures }) => {
  await signInPerson(page, request);
  await visit(await addressOf('Tearoom', request));
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await press(page, 'Tearoom', true);
  await saved;
  await visit('/wish-list');
  await button(page, 'Make a link').click();
  const link = new URL(await main(page).getByLabel('The link to your list').inputValue()).pathname;
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await press(page, 'Tearoom', false);
  await removed;
  await visit('/wish-list');
  await expect(main(page)).toContainText('Nothing is on it yet.');
  expect(await findFaultsAtAllWidths(page, 'An empty list with a link')).toEqual([]);
  await button(page, 'End this link').click();
  await expect(main(page).getByRole('heading', { name: 'Share your list' })).toBeFocused();
  await expect(main(page).getByLabel('The link to your list')).toHaveCount(0);
  allowFailures(/\/api\/wish-list\/shared\//);
  await visit(link);
  await expect(title(page)).toHaveText('This link is no longer good.');
});

test('A customer buys from her list', async ({ page, visit, request }) => {
  await signInPerson(page, request);
  await visit(await addressOf('Tearoom', request));
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await press(page, 'Tearoom', true);
  await saved;
  await visit('/wish-list');
  await main(page)
    .getByRole('button', { name: /^Add to Cart ?: Tearoom$/ })
    .click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});

test('A heart that the shop does not hear of is taken back, with the reason', async ({
  page,
  visit,
  request,
  allowFailures,
}) => {
  await signInPerson(page, request);
  await visit('/');
  allowFailures(/\/api\/user\/wish-list\//);
  const answer = Promise.withResolvers<void>();
  const asked = page.waitForRequest((sent) => sent.method() === 'PUT');
  await page.route(/\/api\/user\/wish-list\/\d+\/$/, async (route) => {
    await answer.promise;
    await route.abort();
  });
  await heart(page, 'Tearoom').click();
  await asked;
  // Nothing is said to be on the list before the shop has it there.
  await page.waitForTimeout(500);
  await expect(page.getByRole('alert')).toHaveCount(0);
  answer.resolve();
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach the shop.');
  await expect(heart(page, 'Tearoom')).toHaveAttribute('aria-pressed', 'false');
  await page.unrouteAll({ behavior: 'wait' });
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await press(page, 'Tearoom', true);
  expect((await saved).status()).toBe(200);
});

test('What was saved while the shop was out of reach comes to the account with the next page', async ({
  page,
  visit,
  request,
  allowFailures,
}) => {
  const person = await registerPerson(request);
  await visit('/');
  await press(page, 'Tearoom', true);
  allowFailures(/\/wish-list\/merge\/$/);
  await page.route(/\/wish-list\/merge\/$/, (route) => route.abort());
  await visit('/login');
  await logIn(page, person);
  await expect(page).toHaveURL('/');
  await expect(heart(page, 'Tearoom')).toHaveAttribute('aria-pressed', 'true');
  await page.unrouteAll({ behavior: 'wait' });
  await visit('/wish-list');
  await expect(cards(page)).toHaveText(['Tearoom']);
  const list = await request.get('/api/user/wish-list/', {
    headers: { authorization: `Bearer ${person.tokens.access}` },
  });
  expect((await list.json()).products).toHaveLength(1);
});

test('Registering takes the list along', async ({ page, visit }) => {
  await visit('/');
  await press(page, 'Tearoom', true);
  await visit('/register');
  await fillRegistration(page, newPerson());
  const merged = page.waitForResponse((response) => response.url().endsWith('/wish-list/merge/'));
  await button(page, 'Register').click();
  expect((await (await merged).json()).products).toHaveLength(1);
  await visit('/wish-list');
  await expect(cards(page)).toHaveText(['Tearoom']);
});

test('Hearts and lists shut nobody out, and work by keyboard', async ({ page, visit, request }) => {
  test.slow();
  const faults: string[] = [];
  await visit('/product');
  const first = main(page)
    .getByRole('button', { name: /^Save .* to your wish list$/ })
    .first();
  await first.focus();
  await page.keyboard.press('Space');
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  const { width = 0, height = 0 } = (await first.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('Enter');
  faults.push(...(await findFaults(page, 'A pressed heart')));
  await visit('/wish-list');
  await expect(cards(page)).toHaveCount(1);
  faults.push(...(await findFaultsAtAllWidths(page, 'The list of a guest')));

  await signInPerson(page, request);
  await visit('/wish-list');
  await expect(cards(page)).toHaveCount(1);
  await button(page, 'Make a link').click();
  const field = main(page).getByLabel('The link to your list');
  await expect(field).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'The list of somebody signed in')));
  await page.goto(new URL(await field.inputValue()).pathname);
  await expect(cards(page)).toHaveCount(1);
  faults.push(...(await findFaultsAtAllWidths(page, 'A shared list')));
  expect(faults).toEqual([]);
});

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('there are no hearts that do nothing', async ({ page }) => {
    await page.goto('/product');
    await expect(main(page).getByRole('link', { name: 'Tearoom' })).toBeVisible();
    await expect(heart(page, 'Tearoom')).toBeHidden();
    await page.goto('/wish-list');
    await expect(page.getByRole('paragraph').filter({ hasText: /^This page needs JavaScript/ })).toBeVisible();
  });
});
