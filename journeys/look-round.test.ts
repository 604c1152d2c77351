import type { Locator, Page } from '@playwright/test';
import { BOUQUETS } from './bouquets.ts';
import { countPrintedText } from './count-printed-text.ts';
import { expect, test } from './fixtures.ts';

const PLACES = ['Home', 'Product', 'Cart', 'Profile'];

/** The four places: in a row at the top on a desktop, in a sheet behind the menu button on a phone. */
async function openNavigation(page: Page, isPhone: boolean): Promise<Locator> {
  if (!isPhone) return page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation', { name: 'Menu' });
}

test.describe('A visitor arrives at the home page', () => {
  test('and reads what the shop is, what it promises and where to begin', {
    tag: ['@core', '@phone', '@§1.2', '@§2.6', '@§2.9'],
  }, async ({ page, visit }) => {
    await visit('/');
    await expect(page).toHaveTitle(/Marigold Lane/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('From our lane to their door.');

    const promises = page.getByRole('region', { name: 'Four promises, kept in full' });
    await expect(promises.getByRole('listitem').getByRole('heading')).toHaveText([
      'Fresh bouquets for any occasion',
      'Easy sign-up with an email',
      'Next-day delivery on orders placed before 12:00 PM',
      'Damaged flowers replaced',
    ]);

    await page
      .getByRole('region', { name: 'From our lane to their door.' })
      .getByRole('link', { name: 'Shop Now' })
      .click();
    await expect(page).toHaveURL('/product');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All bouquets');

    await page.goBack();
    const promo = page.getByRole('region', { name: 'Peony weather, whatever the forecast' });
    await expect(promo.getByText('£66.00')).toBeVisible();
    await promo.getByRole('link', { name: 'See Peony Weather' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Peony Weather');
  });

  test('and finds every bouquet among the New Arrivals', { tag: ['@§1.1', '@§2.7'] }, async ({ page, visit }) => {
    await visit('/');
    const arrivals = page.getByRole('region', { name: 'New Arrivals' });
    const cards = arrivals.getByRole('listitem').filter({ has: page.getByRole('button') });
    await expect(cards).toHaveCount(24);
    await expect(cards.getByRole('heading')).toHaveText(BOUQUETS.map(({ name }) => name));

    for (const [place, { name, category, price, pictures }] of BOUQUETS.entries()) {
      const card = cards.nth(place);
      await expect(card.getByText(category, { exact: true })).toBeVisible();
      await expect(card.getByText(`£${price.toFixed(2)}`, { exact: true })).toBeVisible();
      await expect(card.getByRole('button', { name: new RegExp(`^Buy now ?: ${name}$`) })).toBeVisible();
      await card.scrollIntoViewIfNeeded();
      const picture = card.getByRole('img', { name: pictures[0]?.alt });
      await expect(picture).toHaveJSProperty('complete', true);
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
    }
  });
});

/** Guests are sent from private pages to the registration, which names them as `next`. */
const leadingTo = (address: string) => `/register?next=${encodeURIComponent(address)}`;

test.describe('A visitor finds the way', () => {
  test('to Home, Product, Cart and Profile from every page, and home by the brand', {
    tag: ['@core', '@phone', '@§2.2'],
  }, async ({ page, visit, isPhone }) => {
    await visit('/about');
    const navigation = await openNavigation(page, isPhone);
    await expect(navigation.getByRole('link')).toHaveText(isPhone ? [...PLACES, 'Wish list', 'Log in'] : PLACES);

    await navigation.getByRole('link', { name: 'Product' }).click();
    await expect(page).toHaveURL('/product');
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    const again = await openNavigation(page, isPhone);
    await expect(again.getByRole('link', { name: 'Product' })).toHaveAttribute('aria-current', 'page');
    await expect(again.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
    if (isPhone) await page.keyboard.press('Escape');

    await page.getByRole('banner').getByRole('link', { name: 'Marigold Lane, home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('From our lane to their door.');

    for (const [place, address] of [
      ['Cart', '/cart'],
      ['Profile', '/profile'],
    ] as const) {
      await (await openNavigation(page, isPhone)).getByRole('link', { name: place }).click();
      await expect(page).toHaveURL(leadingTo(address));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('/');
    }

    await page.getByRole('banner').getByRole('link', { name: 'Cart, empty' }).click();
    await expect(page).toHaveURL(leadingTo('/cart'));
  });

  test('along every link of the footer, to a page with something to say', { tag: ['@§2.5', '@G17'] }, async ({
    page,
    visit,
  }) => {
    await visit('/');
    const footer = page.getByRole('contentinfo');
    const links = await footer
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    const ours = links.filter((href) => href.startsWith(new URL(page.url()).origin));
    expect(ours.map((href) => new URL(href).pathname)).toEqual(
      expect.arrayContaining(['/about', '/delivery', '/care', '/contact', '/privacy', '/terms']),
    );
    await expect(footer.getByText(/London E8/)).toBeVisible();
    await expect(footer.getByText(/© \d{4} Marigold Lane/)).toBeVisible();
    // The links share the shop; they do not lead to front pages of networks where it has no page.
    const shop = encodeURIComponent(`${new URL(page.url()).origin}/`);
    for (const name of ['Share on Facebook', 'Share on Pinterest', 'Share by email']) {
      expect(await footer.getByRole('link', { name, exact: true }).getAttribute('href')).toContain(shop);
    }

    for (const href of new Set(ours.map((href) => href.replace(/#.*/, '')))) {
      const response = await page.goto(href);
      expect(response?.status(), href).toBe(200);
      await expect(page.getByRole('heading', { level: 1 }), href).toHaveText(/\w+/);
    }
  });

  test('by a link in the footer without losing the page it came from', async ({ page, visit }) => {
    await visit('/care');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Damaged flowers' }).click();
    await expect(page).toHaveURL('/delivery#damaged');
    await expect(page.getByRole('heading', { name: 'If flowers arrive damaged' })).toBeInViewport();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Care guide');
  });

  test('to the care guide, and prints it without a sheet that is all but empty', async ({ page, visit }) => {
    await visit('/care');
    for (const margin of ['0cm', '1cm', '2cm']) {
      const sheets = await countPrintedText(page, margin);
      expect(sheets.length, margin).toBeGreaterThan(1);
      for (const pieces of sheets) expect(pieces, margin).toBeGreaterThan(100);
    }
  });

  test('to the list of all bouquets, and prints it as a list', async ({ page, visit }) => {
    await visit('/product');
    const main = page.getByRole('main');
    expect((await countPrintedText(page, '1cm')).length).toBeLessThan(6);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1000 });
    await expect(main.getByRole('button', { name: /^Add to Cart/ }).filter({ visible: true })).toHaveCount(0);
    const cards = main.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
    await expect(cards).toHaveCount(BOUQUETS.length);
    expect((await cards.first().boundingBox())?.height).toBeLessThan(130);
  });

  test('to a scene where words stood alone', async ({ page, visit }) => {
    const scenes = { '/delivery': /front door/, '/about': /wooden bench/, '/contact': /brass letterbox/ };
    for (const [address, alt] of Object.entries(scenes)) {
      await visit(address);
      const scene = page.getByRole('main').getByRole('img', { name: alt });
      await expect(scene).toBeInViewport({ ratio: 0.5 });
      await expect(scene).not.toHaveJSProperty('naturalWidth', 0);
    }
  });

  test('home again from an address where nobody lives', { tag: '@§2.26' }, async ({ page, visit, allowFailures }) => {
    allowFailures(/\/(tulip-mania|product\/999999)(\.data)?$/);
    for (const address of ['/product/999999', '/tulip-mania']) {
      const response = await page.goto(address);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
      await expect(page).toHaveTitle(/Page Not Found/);
    }
    await visit('/tulip-mania');
    await page.getByRole('main').getByRole('link', { name: 'Back home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('From our lane to their door.');
  });
});
