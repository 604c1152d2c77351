import type { Page, Request } from '@playwright/test';
import { addressOf, BOUQUETS } from './bouquets.ts';
import { badge } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { button, notice, signInPerson, whereNoticesStand } from './people.ts';

// What the specification fixes of the pages that everybody sees, as it is written there.

const [first, second] = BOUQUETS;
const FIRST = first?.name ?? '';
const SECOND = second?.name ?? '';
const ADDING = /\/api\/user\/orders\/(\d+\/order-items\/)?$/;

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search bouquets' });
const adding = (page: Page, words: string, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${words} ?: ${name}$`) })
    .first();

test('Every page stands between the same header and footer', { tag: ['@core', '@§2.1'] }, async ({
  page,
  request,
  allowFailures,
}) => {
  test.slow();
  allowFailures(/\/tulip-mania$|\/api\/user\//);
  const expectFrame = async (address: string) => {
    await page.goto(address);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Marigold Lane, home' }), address).toHaveAttribute('href', '/');
    await expect(header.getByRole('link', { name: /^Cart, / }), address).toHaveAttribute('href', '/cart');
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(4);
    await expect(page.getByRole('contentinfo').getByText('© 2026 Marigold Lane.'), address).toBeVisible();
  };
  const open = ['/', '/product', await addressOf(FIRST, request), '/about', '/tulip-mania'];
  const guests = ['/login', '/register', '/forgot-password', '/account-confirm-email', '/password/reset/confirm/a/b'];
  for (const address of [...open, ...guests]) await expectFrame(address);
  await signInPerson(page, request);
  for (const address of ['/cart', '/profile', '/history/1']) await expectFrame(address);
});

test('The footer has its three lists, the address in London and the copyright line', { tag: '@§2.5' }, async ({
  page,
  visit,
}) => {
  await visit('/');
  const footer = page.getByRole('contentinfo');
  for (const name of ['About', 'Company', 'Support']) {
    await expect(footer.getByRole('navigation', { name }).getByRole('link')).not.toHaveCount(0);
  }
  for (const name of ['Share on Facebook', 'Share on Pinterest', 'Share by email']) {
    await expect(footer.getByRole('link', { name }).getByRole('img', { includeHidden: true })).toBeVisible();
  }
  await expect(footer.getByText('London E8 3QX')).toBeVisible();
  await expect(footer.getByText(/^© \d{4} Marigold Lane\. All rights reserved\.$/)).toBeVisible();
});

test('The home page promises what it was asked to promise', { tag: '@§1.2' }, async ({ page, visit }) => {
  await visit('/');
  const promises = page.getByRole('region', { name: 'Four promises, kept in full' }).getByRole('listitem');
  await expect(promises).toHaveText([
    /^Fresh bouquets for any occasion/,
    /^Easy sign-up with an email/,
    /^Next-day delivery on orders placed before 12:00 PM.*Order before 12 noon and we deliver the next day/,
    /^Damaged flowers replaced.*send us a photo the same day and we replace it/,
  ]);
});

test('A card of the list has picture, name, price and Add to Cart, and opens wherever it is pressed', {
  tag: ['@core', '@§2.11'],
}, async ({ page, visit }) => {
  await visit('/product');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Add to Cart: ${FIRST}` }) });
  const picture = card.getByRole('img', { name: first?.pictures[0]?.alt });
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await expect(card.getByRole('heading')).toHaveText(FIRST);
  await expect(card.getByText(`£${first?.price.toFixed(2)}`, { exact: true })).toBeVisible();
  // The link lies over the whole card: pressing the middle of the picture presses it.
  const box = await picture.boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(FIRST);
});

test('Buy now and Add to Cart put in one unit for each press, the first of which makes the order', {
  tag: ['@core', '@§2.4', '@§2.8', '@§2.14', '@§4.2', '@§7.5', '@§7.6', '@§9.10'],
}, async ({ page, visit, request }) => {
  await signInPerson(page, request);
  const detail = await addressOf(FIRST, request);
  const product = Number(detail.split('/').at(-1));
  const sent: [string, unknown][] = [];
  page.on('request', (call: Request) => {
    const { pathname } = new URL(call.url());
    if (call.method() === 'POST') sent.push([pathname.replace(/\d+/, '{orderId}'), call.postDataJSON()]);
  });
  let units = 0;
  for (const [from, words] of [
    ['/', 'Buy now'],
    ['/product', 'Add to Cart'],
    [detail, 'Add to Cart'],
  ] as const) {
    await visit(from);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await adding(page, words, FIRST).click();
    units += 1;
    // The next page would send again what this one has had no answer to.
    await answered;
    await expect(badge(page)).toHaveAccessibleName(`Cart, ${units} ${units === 1 ? 'item' : 'items'}`);
    await expect(badge(page)).toHaveText(String(units));
    await expect(page).toHaveURL(from);
  }
  expect(sent).toEqual([
    ['/api/user/orders/', { order_items: [{ product, quantity: 1 }] }],
    ['/api/user/orders/{orderId}/order-items/', { product, quantity: 1 }],
    ['/api/user/orders/{orderId}/order-items/', { product, quantity: 1 }],
  ]);
});

test('A bouquet that cannot be added: the first word on the product, else the detail, else An error occurred', {
  tag: '@§8.8',
}, async ({ page, visit, request, allowFailures }) => {
  allowFailures(ADDING);
  await signInPerson(page, request);
  await visit('/product');
  for (const [status, json, words] of [
    [400, { product: ['It wilted.', 'So did the other.'], detail: 'Not this.' }, 'It wilted.'],
    [409, { detail: 'Your payment is being confirmed.' }, 'Your payment is being confirmed.'],
    [500, {}, 'An error occurred'],
  ] as const) {
    await page.route(ADDING, (route) => route.fulfill({ status, json }));
    await adding(page, 'Add to Cart', SECOND).click();
    const said = notice(page, words);
    await expect(said).toBeVisible();
    await expect(said).toHaveClass(/toast--error/);
    await expect(said).not.toContainText(/So did the other|Not this/);
    await expect(said.getByRole('link')).toHaveCount(status === 400 ? 1 : 0);
    if (status === 400) await expect(said.getByRole('link')).toHaveAttribute('href', '/cart');
    await page.unroute(ADDING);
  }
});

test('Whoever is signed in sends the token with every call, and nobody else does', { tag: '@§6.4' }, async ({
  page,
  visit,
  request,
}) => {
  const sent = new Map<string, string | undefined>();
  page.on('request', (call: Request) => {
    const { pathname } = new URL(call.url());
    if (pathname.startsWith('/api/')) sent.set(pathname, call.headers().authorization);
  });
  const look = async () => {
    sent.clear();
    await visit('/about');
    await searchBox(page).fill('a');
    await expect(page.getByRole('option').first()).toBeVisible();
    return sent;
  };
  expect(await look()).toEqual(
    new Map([
      ['/api/delivery/', undefined],
      ['/api/products/', undefined],
    ]),
  );
  await signInPerson(page, request);
  const withToken = await look();
  expect([...withToken.keys()]).toEqual(
    expect.arrayContaining(['/api/delivery/', '/api/products/', '/api/user/orders/']),
  );
  for (const [path, authorization] of withToken) expect(authorization, path).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
});

test('The drop-down of the search is 15rem high and no higher', { tag: '@§9.15' }, async ({ page, visit }) => {
  await visit('/about');
  await searchBox(page).fill('e');
  await expect(page.getByRole('option').nth(8)).toBeAttached();
  const [height, rem] = await page.getByRole('listbox', { name: 'Bouquets found' }).evaluate((list) => {
    const box = (list.parentElement as HTMLElement).getBoundingClientRect();
    return [box.height, Number.parseFloat(getComputedStyle(document.documentElement).fontSize)];
  });
  expect(height).toBe(15 * (rem ?? 0));
});

test.describe('A notice', () => {
  test.beforeEach(async ({ page, visit }) => {
    await visit('/product');
    await page.evaluate(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      document.addEventListener('animationstart', ({ animationName }) => moved.push(animationName));
    });
    // Under the pointer the notice waits, however slow the machine is.
    await page.mouse.move(...whereNoticesStand(page));
    await adding(page, 'Add to Cart', FIRST).press('Enter');
  });
  const said = (page: Page) => notice(page, 'Please register or login first.');

  test('that tells of an error is one, in the light theme, and bounces in', {
    tag: ['@§2.17', '@§8.28', '@§8.29'],
  }, async ({ page }) => {
    await expect(said(page)).toHaveClass(/toast--error/);
    await expect(said(page)).toHaveClass(/toast-theme--light/);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'moved'))).toContain('Toastify__bounceInRight');
  });

  test('has a bar that runs for 5000 ms and stands still under the pointer', {
    tag: ['@core', '@§8.27', '@§9.17'],
  }, async ({ page }) => {
    const bar = said(page).getByRole('progressbar');
    await expect(bar).toHaveCSS('animation-duration', '5s');
    await expect(said(page)).not.toHaveClass(/Toastify--animate/);
    await page.mouse.move(10, 10);
    await expect(bar).toHaveCSS('animation-play-state', 'running');
    await page.mouse.move(...whereNoticesStand(page));
    await expect(bar).toHaveCSS('animation-play-state', 'paused');
  });

  test('can be dragged away', { tag: '@§8.28' }, async ({ page }) => {
    await expect(said(page)).toBeVisible();
    await page.waitForTimeout(1_000); // It bounces first.
    const box = await said(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const began = Date.now();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (box?.width ?? 0), y, { steps: 12 });
    await page.mouse.up();
    await expect(said(page)).toBeHidden({ timeout: 2_500 });
    expect(Date.now() - began).toBeLessThan(3_500);
  });

  test('is of the plain kind where nobody said otherwise', { tag: '@§8.29' }, async ({ page, visit }) => {
    await visit('/register');
    await page.route('**/api/user/register/', (route) => route.fulfill({ status: 201, json: {} }));
    for (const label of ['First name', 'Last name', 'Username']) {
      await page.getByLabel(label, { exact: true }).fill('Rosalind');
    }
    await page.getByLabel('Email', { exact: true }).fill('rosalind@post.example');
    for (const label of ['Password', 'Confirm password']) {
      await page.getByRole('main').getByLabel(label, { exact: true }).fill('three tulips in the rain');
    }
    await button(page, 'Register').click();
    await expect(notice(page, 'Registered, but no tokens received.')).toHaveClass(/toast--default/);
  });
});
