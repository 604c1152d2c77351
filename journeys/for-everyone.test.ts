import { findFaults, findFaultsAtAllWidths } from './accessibility.ts';
import { addressOf } from './bouquets.ts';
import { findBrokenWords } from './broken-words.ts';
import { expect, test, untilPainted } from './fixtures.ts';

/** A word may be broken at one width only, by what stands in several columns: the home page is looked at step by step. */
const EVERY_WIDTH = Array.from({ length: (1920 - 320) / 8 + 1 }, (_, step) => 320 + 8 * step);

/** The first two, the specification's screens that need nobody signed in and no bouquet, are the core. */
const PAGES = {
  'Home, the list, and pages that are not there': [
    '/',
    '/product',
    '/tulip-mania',
    '/password/reset/confirm/MQ/too-old',
  ],
  'The pages on which one signs in': ['/login', '/register', '/forgot-password', '/account-confirm-email'],
  'The lists of an occasion': ['/product?occasion=birthday', '/product?occasion=sympathy&category=luxury'],
  'The pages with much to read': ['/about', '/delivery', '/care', '/contact', '/privacy', '/terms'],
  'The pages that a letter or a link leads to': [
    '/login-code',
    '/login-link/a-key',
    '/swap/key',
    '/wish-list',
    '/wish-list/token',
    '/reminders/stop/token',
  ],
};
const CORE = Object.keys(PAGES).slice(0, 2);

for (const [group, addresses] of Object.entries(PAGES)) {
  const tag = CORE.includes(group) ? ['@core', '@phone'] : ['@phone'];
  test(`${group} shut nobody out at any width`, { tag }, async ({ page, visit, allowFailures }) => {
    test.slow();
    allowFailures(/\/tulip-mania$|\/api\/swaps\/key\/$|\/api\/wish-list\/shared\/token\/$/);
    const faults: string[] = [];
    for (const address of addresses) {
      // Names are made longer on it: before hydration that would be an error of the page.
      await visit(address);
      faults.push(...(await findFaultsAtAllWidths(page, address)));
    }
    expect(faults).toEqual([]);
  });
}

test('No word is broken inside, from a small phone to a wide screen', async ({
  page,
  visit,
  request,
  allowFailures,
}) => {
  test.slow();
  allowFailures(/\/tulip-mania$|\/api\/swaps\/key\/$|\/api\/wish-list\/shared\/token\/$/);
  const faults: string[] = [];
  for (const address of [...Object.values(PAGES).flat(), await addressOf('Tearoom', request)]) {
    await visit(address);
    for (const width of address === '/' ? EVERY_WIDTH : [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      faults.push(...(await findBrokenWords(page)).map((fault) => `${address} at ${width} px: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

test('A bouquet’s page shuts nobody out, nor do its tabs, its large picture and a notice', {
  tag: ['@core', '@phone'],
}, async ({ page, visit, request }) => {
  const faults: string[] = [];
  await visit(await addressOf('Tearoom', request));
  faults.push(...(await findFaultsAtAllWidths(page, 'A bouquet')));
  for (const name of ['Care', 'Reviews']) {
    await page.getByRole('tab', { name }).click();
    faults.push(...(await findFaults(page, name)));
  }
  await page.getByRole('button', { name: 'Whole bouquet of Tearoom, larger' }).click();
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
  faults.push(...(await findFaults(page, 'The picture')));
  await page.getByRole('button', { name: 'Come closer' }).click();
  await expect(page.getByRole('button', { name: 'Step back' })).toBeVisible();
  faults.push(...(await findFaults(page, 'The picture from near by')));
  await page.keyboard.press('Escape');

  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to Cart ?: Tearoom/ })
    .first()
    .click();
  await expect(page.getByRole('alert')).toBeVisible();
  faults.push(...(await findFaults(page, 'A notice')));
  expect(faults).toEqual([]);
});

test('A sheet keeps the keyboard and the page behind it out of reach, and gives the focus back however it closes', async ({
  page,
  visit,
}) => {
  await visit('/product');
  await page.setViewportSize({ width: 360, height: 740 });
  const opener = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const ways = {
    escape: () => page.keyboard.press('Escape'),
    back: async () => {
      await untilPainted(page);
      await page.goBack();
    },
    beside: () => page.mouse.click(180, 40),
    close: () => menu.getByRole('button', { name: 'Close' }).click(),
  };
  for (const [way, close] of Object.entries(ways)) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused();
    await expect(page.locator('main')).toHaveJSProperty('inert', true);
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => document.activeElement?.closest('dialog, body')?.localName);
      // Between the last and the first the focus is the browser's own, as with every modal dialog.
      if (place === 'body') expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    }
    await close();
    await expect(menu).toBeHidden();
    await expect(opener, way).toBeFocused();
    await expect(page.locator('main')).toHaveJSProperty('inert', false);
    await expect(page).toHaveURL('/product');
  }
});

test('What opens over a page shuts nobody out: menu, filters, search', { tag: '@phone-core' }, async ({
  page,
  visit,
  isPhone,
}) => {
  const faults: string[] = [];
  await visit('/product');
  await page.setViewportSize({ width: isPhone ? 320 : 768, height: 800 });
  if (isPhone) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeInViewport({ ratio: 1 });
    faults.push(...(await findFaults(page, 'The menu')));
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' }).click();
  }
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await expect(page.getByRole('dialog', { name: 'Filter and sort' })).toBeInViewport({ ratio: 1 });
  faults.push(...(await findFaults(page, 'The filters')));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  if (isPhone) await page.getByRole('button', { name: 'Search', exact: true }).click();
  const searchBox = page.getByRole('combobox', { name: 'Search bouquets' });
  await searchBox.fill('e');
  await expect(page.getByRole('option').nth(3)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  faults.push(...(await findFaults(page, 'The search')));
  await searchBox.fill('xyzzy');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('No bouquet called “xyzzy”.');
  faults.push(...(await findFaults(page, 'The search that finds nothing')));
  expect(faults).toEqual([]);
});

test.describe('Someone who uses the keyboard', () => {
  test('skips the header first of all', { tag: '@core' }, async ({ page, visit }) => {
    await visit('/');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the page' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Shop Now' })).toBeFocused();
  });

  test('sees where they are on every stop in the header', { tag: '@phone' }, async ({ page, visit, isPhone }) => {
    await visit('/');
    const stops: string[] = [];
    await page.keyboard.press('Tab');
    for (let stop = 0; stop < 12; stop++) {
      await page.keyboard.press('Tab');
      const here = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element?.closest('header')) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return { words, ring: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) };
      });
      if (!here) break;
      stops.push(here.words);
      expect(here.ring, here.words).toBeGreaterThanOrEqual(2);
    }
    expect(stops).toEqual(
      isPhone
        ? ['Menu', 'Marigold Lane, home', 'Search', 'Cart, empty']
        : [
            'Log in',
            'Home',
            'Product',
            'Cart',
            'Profile',
            'Marigold Lane, home',
            'Search bouquets',
            'Wish list',
            'Cart, empty',
          ],
    );
  });
});

test.describe('Someone who asked for less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('sees nothing glide', async ({ page, visit, request }) => {
    for (const address of ['/', '/product', await addressOf('Tearoom', request)]) {
      await visit(address);
      const moving = await page.evaluate(() => {
        const longest = (durations: string) => Math.max(...durations.split(',').map((one) => Number.parseFloat(one)));
        return [...document.querySelectorAll('*')]
          .filter((element) => {
            const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element);
            return longest(transitionDuration) > 0 || longest(animationDuration) > 0 || scrollBehavior === 'smooth';
          })
          .map(({ nodeName, className }) => `${nodeName} ${className}`);
      });
      expect(moving, address).toEqual([]);
    }
  });
});
