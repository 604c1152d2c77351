import type { Locator } from '@playwright/test';
import { findFaults } from './accessibility.ts';
import { addressOf, BOUQUETS } from './bouquets.ts';
import { expect, test, waitUntilInteractive } from './fixtures.ts';
import { cards, closeFilters, names, namesOf, openFilters, title } from './list-page.ts';

/** By the recipe alone: what a person would say of the demo bouquets. */
const hasFlower = (flower: string) => (bouquet: (typeof BOUQUETS)[number]) =>
  bouquet.stems.some((stem) => new RegExp(`\\b${flower}\\b`, 'i').test(stem.flower));

/** A filter and how many it says it would show. */
async function countOf(filters: Locator, words: string): Promise<number> {
  const text = await filters.getByRole('link', { name: new RegExp(`^${words} ?,`) }).textContent();
  return Number(/(\d+)$/.exec(text ?? '')?.[1]);
}

test('Somebody looks for roses under £50, pink or white, and the address remembers', {
  tag: ['@core', '@phone'],
}, async ({ page, visit, isPhone }) => {
  await visit('/product');
  let filters = await openFilters(page, isPhone);
  expect(await countOf(filters, 'Rose')).toBe(BOUQUETS.filter(hasFlower('rose')).length);
  await filters.getByRole('link', { name: /^Rose ?,/ }).click();
  await expect(page).toHaveURL('/product?flower=rose');
  await expect(filters.getByRole('link', { name: /^Rose ?,/ })).toHaveAttribute('aria-current', 'true');

  await filters.getByRole('link', { name: /^White/ }).click();
  await expect(page).toHaveURL('/product?colour=white&flower=rose');
  // Several of a kind widen the list; their order in the address does not depend on who was first.
  await filters.getByRole('link', { name: /^Pink/ }).click();
  await expect(page).toHaveURL('/product?colour=pink,white&flower=rose');
  await expect(filters.getByRole('link', { name: /^Pink/ })).toHaveAttribute('aria-current', 'true');
  const expected = await countOf(filters, '£35 to £49');
  await filters.getByRole('link', { name: /^£35 to £49/ }).click();
  await expect(page).toHaveURL('/product?colour=pink,white&flower=rose&price=35-50');
  await expect(filters.getByRole('link', { name: /^£35 to £49/ })).toHaveAttribute('aria-current', 'true');
  await closeFilters(page, isPhone);

  await expect(cards(page)).toHaveCount(expected);
  await expect(title(page)).toHaveText('Pink and white bouquets with roses');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(`${expected} of 24, every one tied to order.`);
  const shown = await names(page).allTextContents();
  const fitting = BOUQUETS.filter(hasFlower('rose')).filter(({ price }) => price >= 35 && price < 50);
  for (const name of shown) expect(namesOf(fitting)).toContain(name);

  // A friend opens the address; a bookmark of it in another order is the same list.
  await page.reload();
  await waitUntilInteractive(page);
  await expect(names(page)).toHaveText(shown);
  await visit('/product?price=35-50&flower=Rose&colour=white,pink,beige&utm_source=letter');
  await expect(names(page)).toHaveText(shown);

  await visit('/product?colour=pink,white&flower=rose&price=35-50');
  filters = await openFilters(page, isPhone);
  await filters.getByRole('link', { name: /^£35 to £49/ }).click();
  await expect(page).toHaveURL('/product?colour=pink,white&flower=rose');
  await closeFilters(page, isPhone);
  await page.goBack();
  await expect(page).toHaveURL('/product?colour=pink,white&flower=rose&price=35-50');
  await expect(names(page)).toHaveText(shown);

  filters = await openFilters(page, isPhone);
  await filters.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/product');
  await closeFilters(page, isPhone);
  await expect(names(page)).toHaveText(namesOf(BOUQUETS));
});

test('Every count is what the option shows as the only one of its kind', async ({ page, visit, request }) => {
  await visit('/product?occasion=birthday&colour=white');
  const links = page
    .locator('#all-filters')
    .getByRole('link', { includeHidden: true })
    .filter({ hasText: /, ?\d+$/ });
  const options = await links.evaluateAll((all) =>
    all.map((link) => ({
      address: link.getAttribute('href') ?? '',
      count: Number(/(\d+)$/.exec(link.textContent ?? '')?.[1]),
      isOn: link.hasAttribute('aria-current'),
    })),
  );
  expect(options.length).toBeGreaterThan(15);
  for (const { address, count, isOn } of options) {
    const query = new URLSearchParams(address.split('?')[1]);
    // Among several of its kind an option is counted alone; pressed again it goes away.
    if (isOn || query.get('colour')?.includes(',')) continue;
    const found = await (await request.get(`/api/products/?${query}`)).json();
    expect([address, found.length]).toEqual([address, count]);
  }
});

test('Somebody with a cat finds what is safe, and reads why', async ({ page, visit, isPhone }) => {
  await visit('/product');
  const filters = await openFilters(page, isPhone);
  const count = await countOf(filters, 'Safe around pets');
  await filters.getByRole('link', { name: /^Safe around pets/ }).click();
  await expect(page).toHaveURL('/product?pets=safe');
  await expect(filters.getByRole('link', { name: /^Safe around pets/ })).toHaveAttribute('aria-current', 'true');
  await closeFilters(page, isPhone);
  await expect(title(page)).toHaveText('Bouquets safe around pets');
  await expect(page.getByText('A plant that we do not know is not called safe.')).toBeVisible();
  await expect(cards(page)).toHaveCount(count);
  await expect(names(page)).toHaveText(['Opera Box']);
  await page.getByRole('link', { name: 'Opera Box' }).click();
  await expect(page.getByText(/^Safe around pets\. Only roses, which the ASPCA lists/)).toBeVisible();
});

test('What nothing fits says which filter to take away', async ({ page, visit }) => {
  await visit('/product?flower=tulip&category=luxury&pets=safe');
  await expect(page.getByRole('heading', { name: 'Nothing fits all of these.' })).toBeVisible();
  await page
    .getByRole('list', { name: 'Filters to take away' })
    .getByRole('link', { name: 'Without Tulip: 1' })
    .click();
  await expect(page).toHaveURL('/product?category=luxury&pets=safe');
  await expect(names(page)).toHaveText(['Opera Box']);
});

test('A filter that is taken off stays where it is, with the focus', { tag: '@phone' }, async ({
  page,
  visit,
  isPhone,
}) => {
  await visit('/product');
  const filters = await openFilters(page, isPhone);
  await filters.getByText('More flowers').click();
  const folded = filters.getByRole('group').getByRole('link').last();
  const words = /^[^,]*/.exec((await folded.textContent()) ?? '')?.[0] ?? '';
  const option = filters.getByRole('link', { name: new RegExp(`^${words} ?,`) });
  await option.click();
  await expect(option).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(/\?flower=/);
  await option.click();
  await expect(page).toHaveURL('/product');
  await expect(option).not.toHaveAttribute('aria-current');
  await expect(option).toBeFocused();

  // Off, it would show nothing, and is no link any more.
  await visit('/product?flower=tulip&category=luxury');
  const beside = await openFilters(page, isPhone);
  await beside.getByRole('link', { name: /^Tulip ?,/ }).click();
  await expect(page).toHaveURL('/product?category=luxury');
  await expect(beside.getByRole('link', { name: /^Tulip ?,/ })).toHaveCount(0);
  await expect(beside.getByRole('paragraph').filter({ hasText: /^Tulip ?,/ })).toBeFocused();
});

test('On a phone the bouquets stay in sight, and what is chosen can be taken away one by one', {
  tag: '@phone',
}, async ({ page, visit, isPhone }) => {
  test.skip(!isPhone, 'A desktop has the filters beside the list');
  await visit('/product?colour=pink,white&flower=rose');
  const first = await cards(page).first().boundingBox();
  expect(first?.y).toBeLessThan(480);
  const chosen = page.getByRole('list', { name: 'Chosen filters' }).getByRole('link');
  await expect(chosen).toHaveText(['Pink', 'White', 'Rose']);
  await chosen.filter({ hasText: 'Pink' }).click();
  await expect(page).toHaveURL('/product?colour=white&flower=rose');
  await expect(page.getByRole('button', { name: 'Filter and sort (2)' })).toBeVisible();
});

test('Filtered lists shut nobody out, and search engines are kept from endless combinations', {
  tag: '@phone',
}, async ({ page, visit, isPhone }) => {
  const faults: string[] = [];
  for (const address of [
    '/product?colour=pink,white&flower=rose&price=35-50',
    '/product?flower=tulip&category=luxury&pets=safe',
  ]) {
    await visit(address);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    faults.push(...(await findFaults(page, address)));
    await openFilters(page, isPhone);
    faults.push(...(await findFaults(page, `${address}, filters open`)));
  }
  expect(faults).toEqual([]);
  await page.goto('/product?colour=pink');
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/product\?colour=pink$/);
});

test.describe('A visitor whose browser runs no scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ allowFailures }) => allowFailures(/\/assets\/[^/]+\.js$/));

  test('filters by colour and flower, and takes them away again', async ({ page, isPhone }) => {
    await page.goto('/product');
    if (isPhone) await page.getByRole('link', { name: 'All filters' }).click();
    const filters = page.getByRole('navigation', { name: 'Narrow the list' });
    await filters
      .getByRole('link', { name: /^Tulip/ })
      .or(filters.getByText('More flowers'))
      .first()
      .click();
    if (!page.url().includes('tulip')) await filters.getByRole('link', { name: /^Tulip/ }).click();
    await expect(page).toHaveURL('/product?flower=tulip');
    await expect(names(page)).toHaveText(['April Windowsill']);
    await filters.getByRole('link', { name: /^Pink/ }).click();
    await expect(page).toHaveURL('/product?colour=pink&flower=tulip');
    await page.getByRole('link', { name: 'Clear filters' }).first().click();
    await expect(names(page)).toHaveText(namesOf(BOUQUETS));
  });
});

test('Bouquets that were opened are there to come back to, until they are forgotten', async ({
  page,
  visit,
  request,
}) => {
  const seen = page.getByRole('region', { name: 'Recently seen' });
  const toTheEnd = () => page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await visit(await addressOf('Tearoom', request));
  await toTheEnd();
  await expect(seen).toBeHidden();
  await visit(await addressOf('Opera Box', request));
  await toTheEnd();
  await expect(seen.getByRole('heading', { level: 3 })).toHaveText(['Tearoom']);
  await visit('/');
  await toTheEnd();
  await expect(seen.getByRole('heading', { level: 3 })).toHaveText(['Opera Box', 'Tearoom']);
  expect(await findFaults(page, 'Recently seen')).toEqual([]);

  // One that is no longer sold, and nonsense, are left out.
  await page.evaluate(() => localStorage.setItem('recently_seen', '[999999999, "x", -1, 2]'));
  await visit('/');
  await toTheEnd();
  await expect(seen.getByRole('heading', { level: 3 })).toHaveCount(1);
  expect(await page.evaluate(() => localStorage.getItem('recently_seen'))).toBe('[2]');

  await seen.getByRole('button', { name: 'Forget these' }).click();
  await expect(page.getByText('This browser has forgotten which bouquets you opened.')).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('recently_seen'))).toBeNull();
  await visit('/');
  await toTheEnd();
  await expect(seen).toBeHidden();
});

test('You might also like shows what has the same flowers, whatever its category', async ({ page, visit, request }) => {
  await visit(await addressOf('Velvet Dozen', request));
  const related = page.getByRole('region', { name: 'You might also like' }).getByRole('heading', { level: 3 });
  await expect(related).toHaveCount(4);
  expect((await related.allTextContents()).slice(0, 2).toSorted()).toEqual(['Frost Fair', 'Opera Box']);
});
