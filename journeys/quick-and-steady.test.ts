import type { Page, Request, Route } from '@playwright/test';
import { addressOf, BOUQUETS } from './bouquets.ts';
import { expect, test, waitUntilInteractive } from './fixtures.ts';
import { signInPerson } from './people.ts';

/** Adds up every shift of the layout that the visitor did not cause, from the first paint on. */
function watchShifts(): void {
  const sum = { shift: 0 };
  Object.assign(window, { sum });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) sum.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const readShift = (page: Page) => page.evaluate(() => (window as unknown as { sum: { shift: number } }).sum.shift);

test('Nothing moves while fonts, pictures and the clock arrive late', { tag: '@phone' }, async ({ page, request }) => {
  await page.addInitScript(watchShifts);
  for (const address of ['/', '/product', await addressOf('Tearoom', request)]) {
    await test.step(address, async () => {
      const painted = Promise.withResolvers<void>();
      const afterPaint = async (route: Route) => {
        await painted.promise;
        await route.continue();
      };
      await page.route(/\.woff2$|\/pictures\/|\/api\/delivery\//, afterPaint);
      await page.goto(address, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      // Browsers hide text for a tenth of a second before they show it in a fallback font.
      await page.waitForTimeout(300);
      painted.resolve();
      await waitUntilInteractive(page);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForLoadState('networkidle');
      expect.soft(await readShift(page), address).toBeLessThanOrEqual(0.01);
      await page.unrouteAll({ behavior: 'wait' });
    });
  }
});

test('No page breaks the policy that it came with', { tag: '@core' }, async ({ page, request }) => {
  await page.addInitScript(() => {
    const broken: string[] = [];
    Object.assign(window, { broken });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      broken.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  await signInPerson(page, request);
  for (const address of ['/', await addressOf('Tearoom', request), '/register', '/cart', '/profile?tab=addresses']) {
    await page.goto(address);
    await waitUntilInteractive(page);
    await page.waitForLoadState('networkidle');
    const broken = await page.evaluate(() => (window as unknown as { broken: string[] }).broken);
    expect.soft(broken, address).toEqual([]);
  }
});

test.describe('Someone is quicker than the scripts', () => {
  const SCRIPTS = /\/assets\/.*\.js$/;

  /** Opens a page whose scripts load only when the returned function is called. */
  async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(SCRIPTS, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    return resolve;
  }

  test('and the button pressed is not forgotten', async ({ page }) => {
    const letScriptsCome = await openWithoutScripts(page, '/');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Buy now ?: Rosy Parlour$/ })
      .click();
    letScriptsCome();
    await expect(page).toHaveURL('/register');
    await expect(page.getByRole('alert')).toHaveText(/Please register or login first\./);
  });

  test('and the words typed are not wiped away', async ({ page }) => {
    const letScriptsCome = await openWithoutScripts(page, '/about');
    const searchBox = page.getByRole('combobox', { name: 'Search bouquets' });
    await searchBox.pressSequentially('peony');
    letScriptsCome();
    await waitUntilInteractive(page);
    await expect(searchBox).toHaveValue('peony');
    await expect(page.getByRole('option')).toHaveText([/^Peony Weather/, /^Rosy Parlour/]);
  });
});

test('A page at rest is at rest: nothing in it turns or glides, seen or unseen', async ({ page, visit, request }) => {
  const findMoving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => (effect as KeyframeEffect).target?.className),
    );
  for (const address of ['/', '/product', await addressOf('Tearoom', request)]) {
    await visit(address);
    await expect.poll(findMoving, address).toEqual([]);
  }
});

test('Moving about the shop loads no page anew and no styles again', async ({ page, visit }) => {
  await visit('/');
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    if (['document', 'stylesheet', 'font'].includes(request.resourceType())) asked.push(request.url());
  });
  const title = page.getByRole('heading', { level: 1 });
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(title).toHaveText('All bouquets');
  await page.getByRole('main').getByRole('link', { name: 'Velvet Dozen' }).click();
  await expect(title).toHaveText('Velvet Dozen');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(title).toHaveText('Terms');
  await page.goBack();
  await expect(title).toHaveText('Velvet Dozen');
  await page.getByRole('banner').getByRole('link', { name: 'Marigold Lane, home' }).click();
  await expect(title).toHaveText('From our lane to their door.');
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  expect(asked).toEqual([]);
});

test('Pictures far down the page wait until someone comes near', async ({ page, visit }) => {
  const asked: string[] = [];
  page.on('request', (request: Request) => {
    if (request.url().includes('/pictures/')) asked.push(request.url());
  });
  await visit('/');
  await page.waitForLoadState('networkidle');
  const before = asked.length;
  // The hero, and at most the cards that the browser sees coming.
  expect(before).toBeLessThan(BOUQUETS.length);

  const last = BOUQUETS.at(-1);
  const picture = page.getByRole('img', { name: last?.pictures[0]?.alt });
  await expect(picture).toHaveJSProperty('naturalWidth', 0);
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  expect(asked.length).toBeGreaterThan(before);
});

test('A new page opens at its top, and Back returns to where one was', async ({ page, visit }) => {
  await visit('/');
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const card = page.getByRole('region', { name: 'New Arrivals' }).getByRole('link', { name: 'Chapel Lane' });
  await card.scrollIntoViewIfNeeded();
  await expect.poll(scrolled).toBeGreaterThan(500);
  await page.waitForTimeout(400);
  const before = await scrolled();
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chapel Lane');
  expect(await scrolled()).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('From our lane to their door.');
  await expect.poll(scrolled).toBe(before);
});

test('A page that cannot be fetched says so, keeps its looks, and Try again works', async ({
  page,
  visit,
  allowFailures,
}) => {
  const pageData = /\.data(\?|$)/;
  allowFailures(pageData);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await visit('/about');
  const before = await ground();
  await page.route(pageData, (route) => route.fulfill({ status: 500, body: 'Something went wrong.' }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Care guide' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side.');
  await expect(page).toHaveTitle(/^Something went wrong/);
  expect(await ground()).toBe(before);

  await page.unroute(pageData);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Care guide');
});
