import type { Page, Route } from '@playwright/test';
import { expect, test, untilPainted } from './fixtures.ts';

const SEARCH = /\/api\/products\/\?search=/;

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search bouquets' });
const results = (page: Page) => page.getByRole('listbox', { name: 'Bouquets found' });
const found = (page: Page) => results(page).getByRole('option');
const said = (page: Page) => page.getByRole('search').getByRole('status');

test.beforeEach(async ({ page, visit, isPhone }) => {
  await visit('/about');
  if (!isPhone) return;
  await expect(searchBox(page)).toBeHidden();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(searchBox(page)).toBeFocused();
});

test.describe('Someone looks for a bouquet by name', () => {
  test('and part of it is enough, in any case, with picture, kind and price in pounds', {
    tag: ['@core', '@§1.3', '@§2.3', '@§9.5', '@D1', '@G37'],
  }, async ({ page }) => {
    await searchBox(page).fill('LANE');
    await expect(found(page)).toHaveText([/^Chapel Lane\s*Bouquets\s*£54\.00\s*£59\.00 delivered$/]);
    await expect(said(page)).toHaveText(/^1 bouquet matches/);

    await searchBox(page).fill('ha');
    await expect(found(page)).toHaveText([
      /^Harvest Sunday.*£38\.00\s*£\d+\.00 delivered$/,
      /^Harbour Blue.*£68\.00\s*£\d+\.00 delivered$/,
      /^Post Haste.*£28\.00\s*£\d+\.00 delivered$/,
      /^Chapel Lane.*£54\.00\s*£\d+\.00 delivered$/,
    ]);
    const picture = found(page).first().getByRole('presentation', { includeHidden: true }).last();
    await expect(picture).toHaveJSProperty('complete', true);
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
    await expect(page.getByText('$')).toHaveCount(0);

    await found(page).filter({ hasText: 'Harbour Blue' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Blue');
    await expect(results(page)).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Search bouquets', includeHidden: true })).toHaveValue('');
  });

  test('and one letter is enough: the list scrolls within its 15 rem', { tag: ['@§5.16', '@§9.15'] }, async ({
    page,
  }) => {
    await searchBox(page).fill('e');
    await expect(found(page).nth(8)).toBeAttached();
    const [height, whole] = await results(page).evaluate((list) => [list.clientHeight, list.scrollHeight]);
    expect(height).toBeLessThanOrEqual(240);
    expect(whole).toBeGreaterThan(240);

    await page.keyboard.press('ArrowUp');
    await expect(found(page).last()).toHaveAttribute('aria-selected', 'true');
    await expect(found(page).last()).toBeInViewport({ ratio: 0.9 });
  });

  test('and is told when there is none, or only something near', async ({ page }) => {
    await searchBox(page).fill('hedgerwo');
    await expect(found(page).first()).toHaveText(/^Hedgerow Morning/);
    await expect(said(page)).toHaveText('No bouquet called “hedgerwo”. These come close.');

    await searchBox(page).fill('<%_\\>');
    await expect(said(page)).toHaveText('No bouquet called “<%_\\>”.');
    await expect(found(page)).toHaveCount(0);
    const instead = page.getByRole('search');
    await expect(instead.getByRole('list', { name: 'New bouquets' }).getByRole('link')).toHaveCount(4);
    await expect(instead.getByRole('link', { name: 'Birthday' })).toBeVisible();

    await searchBox(page).fill('xyzzy');
    await expect(said(page)).toHaveText('No bouquet called “xyzzy”.');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/product?search=xyzzy');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'No bouquet called “xyzzy”.' })).toBeVisible();
    await expect(main.getByRole('button', { name: /^Add to Cart/ })).toHaveCount(4);
    await main.getByRole('list', { name: 'Bouquets by occasion' }).getByRole('link', { name: 'Sympathy' }).click();
    await expect(page).toHaveURL('/product?occasion=sympathy');
  });

  test('and empties the box, which empties the results', { tag: '@§5.17' }, async ({ page, isPhone }) => {
    const lookForRosy = async () => {
      await searchBox(page).fill('rosy');
      await expect(found(page)).toHaveText([/^Rosy Parlour/]);
      await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true');
    };
    const expectNothingLeft = async () => {
      await expect(searchBox(page)).toHaveValue('');
      await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false');
      await expect(searchBox(page)).toBeFocused();
      await expect(results(page)).toBeHidden();
      await expect(page.getByRole('option', { includeHidden: true, name: 'Rosy' })).toHaveCount(0);
    };
    await lookForRosy();
    await searchBox(page).fill('');
    await expectNothingLeft();

    await lookForRosy();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expectNothingLeft();

    await lookForRosy();
    await page.keyboard.press('Escape');
    await expectNothingLeft();

    if (!isPhone) return;
    await page.keyboard.press('Escape');
    await expect(searchBox(page)).toBeHidden();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('button', { name: 'Close search' }).click();
    await expect(searchBox(page)).toBeHidden();
  });
});

test.describe('Someone searches by keyboard', () => {
  test('moving with the arrows and opening with Enter', async ({ page, isPhone }) => {
    await searchBox(page).fill('post');
    await expect(found(page)).toHaveText([/^Post Haste/, /^Second Post/]);
    await expect(searchBox(page)).toHaveAttribute('aria-controls', (await results(page).getAttribute('id')) ?? '');
    await expect(searchBox(page)).not.toHaveAttribute('aria-activedescendant');

    const steps = [
      ['ArrowDown', 0],
      ['ArrowDown', 1],
      ['ArrowDown', 0],
      ['ArrowUp', 1],
    ] as const;
    for (const [key, place] of steps) {
      await page.keyboard.press(key);
      const option = found(page).nth(place);
      await expect(option).toHaveAttribute('aria-selected', 'true');
      await expect(searchBox(page)).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
      await expect(results(page).getByRole('option', { selected: true })).toHaveCount(1);
    }
    await expect(searchBox(page)).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second Post');

    // Without moving, Enter lists them all; the box keeps the words.
    if (isPhone) await page.getByRole('button', { name: 'Search', exact: true }).click();
    await searchBox(page).fill('ha');
    await expect(found(page).first()).toHaveText(/^Harvest Sunday/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/product?search=ha');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bouquets called “ha”');
    await expect(searchBox(page)).toHaveValue('ha');
    await expect(results(page)).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second Post');
  });
});

test.describe('Someone looks for what they buy flowers by', () => {
  test('and finds it in groups that say so, misspelt or not', { tag: '@G30' }, async ({ page }) => {
    const groups = results(page).getByRole('group');
    await searchBox(page).fill('peony');
    await expect(found(page)).toHaveText([/^Peony Weather/, /^Rosy Parlour/]);
    await expect(groups).toHaveCount(1);
    await expect(results(page).getByRole('group', { name: 'With peonies' }).getByRole('option')).toHaveCount(1);
    await expect(said(page)).toHaveText(/^2 bouquets match/);

    await searchBox(page).fill('red rsoes');
    await expect(results(page).getByRole('group', { name: 'With red roses' }).getByRole('option')).toHaveCount(3);
    await page.keyboard.press('Enter');
    const main = page.getByRole('main');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bouquets for “red rsoes”');
    await expect(main.getByRole('heading', { level: 2, name: 'With red roses' })).toBeVisible();
    await expect(main.getByRole('heading', { level: 3 })).toHaveText(['Velvet Dozen', 'Opera Box', 'Frost Fair']);
    await expect(searchBox(page)).toHaveValue('red rsoes');
    await page.reload();
    await expect(searchBox(page)).toBeVisible();
    await expect(searchBox(page)).toHaveValue('red rsoes');
  });

  test('and Back closes the search on a phone, the menu as well', { tag: '@phone-core' }, async ({ page, isPhone }) => {
    test.skip(!isPhone, 'A desktop has both in sight');
    await untilPainted(page);
    await page.goBack();
    await expect(searchBox(page)).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await untilPainted(page);
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL('/about');
    // What was closed leaves no entry in the history.
    await page.goForward();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Product' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All bouquets');
    await page.goBack();
    await expect(page).toHaveURL('/about');
    await page.goForward();
    await expect(page).toHaveURL('/product');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All bouquets');

    // Nor does it when the page is left by a link.
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(searchBox(page)).toBeFocused();
    await page.getByRole('link', { name: 'Marigold Lane, home' }).first().click();
    await expect(page).toHaveURL('/');
    await expect(searchBox(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/product');
    await expect(searchBox(page)).toBeHidden();
    await page.goForward();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/product');
    await page.goBack();
    await expect(page).toHaveURL('/about');
  });
});

test('On a phone Back closes the results over the list of a search, which stays', { tag: '@phone' }, async ({
  page,
  visit,
  isPhone,
}) => {
  test.skip(!isPhone, 'A desktop has the box in sight on every page');
  await visit('/product?search=ha');
  await expect(results(page)).toBeHidden();
  await searchBox(page).click();
  await expect(found(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close search' })).toBeVisible();
  await untilPainted(page);
  await page.goBack();
  await expect(results(page)).toBeHidden();
  await expect(page).toHaveURL('/product?search=ha');
  await expect(searchBox(page)).toHaveValue('ha');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test.describe('Someone searches over a bad line', () => {
  test('and an old answer that comes late never replaces the new one', async ({ page, allowFailures }) => {
    allowFailures(/search=velvet/);
    const line = Promise.withResolvers<void>();
    await page.route(/search=velvet/, async (route) => {
      const response = await route.fetch();
      await line.promise;
      // The page may have aborted the request by now.
      await route.fulfill({ response }).catch(() => {});
    });
    const asked = page.waitForRequest(/search=velvet/);
    await searchBox(page).fill('velvet');
    await asked;
    await searchBox(page).fill('peony');
    await expect(found(page)).toHaveText([/^Peony Weather/, /^Rosy Parlour/]);

    line.resolve();
    // Long enough to render a response that has arrived.
    await page.waitForTimeout(300);
    await expect(found(page)).toHaveText([/^Peony Weather/, /^Rosy Parlour/]);
  });

  test('and hears of it when the shop cannot be reached or breaks; Try again works', { tag: '@D9' }, async ({
    page,
    allowFailures,
  }) => {
    allowFailures(SEARCH);
    const troubles = [
      ['tearoom', (route: Route) => route.abort('connectionfailed')],
      ['frost', (route: Route) => route.fulfill({ status: 500, json: { detail: 'Something went wrong.' } })],
    ] as const;
    for (const [words, fail] of troubles) {
      await page.route(SEARCH, fail);
      await searchBox(page).fill(words);
      await expect(said(page)).toContainText(`We couldn’t search for “${words}”.`);
      await expect(found(page)).toHaveCount(0);
      await expect(searchBox(page)).toHaveValue(words);

      await page.unroute(SEARCH);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(found(page)).toHaveText([new RegExp(`^${words}`, 'i')]);
    }
  });
});
