import { BOUQUETS } from './bouquets.ts';
import { expect, test } from './fixtures.ts';
import { cards, closeFilters, names, namesOf, openFilters, title } from './list-page.ts';

const forBirthdays = BOUQUETS.filter(({ occasions }) => occasions.includes('birthday'));
const birthdayVases = forBirthdays.filter(({ category }) => category === 'Vases');
const byPrice = (bouquets: typeof BOUQUETS) => bouquets.toSorted((left, right) => left.price - right.price);

test('The list stands in two columns at every width', { tag: '@§2.10' }, async ({ page, visit }) => {
  await visit('/product');
  await expect(names(page)).toHaveText(namesOf(BOUQUETS));
  for (const width of [320, 360, 768, 1080, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const boxes = await Promise.all([0, 1, 2, 3].map((place) => cards(page).nth(place).boundingBox()));
    const [first, second, third, fourth] = boxes.map((box) => ({
      x: Math.round(box?.x ?? 0),
      y: Math.round(box?.y ?? 0),
    }));
    expect(second?.y, `${width} px`).toBe(first?.y);
    expect(second?.x, `${width} px`).toBeGreaterThan(first?.x ?? 0);
    expect(third?.x, `${width} px`).toBe(first?.x);
    expect(third?.y, `${width} px`).toBeGreaterThan(first?.y ?? 0);
    expect(fourth, `${width} px`).toEqual({ x: second?.x, y: third?.y });
  }
});

test('A visitor narrows the list by occasion, kind and price, and the address remembers', {
  tag: '@phone',
}, async ({ page, visit, isPhone }) => {
  await visit('/product');
  let filters = await openFilters(page, isPhone);
  await filters.getByRole('link', { name: new RegExp(`^Birthday ?, ${forBirthdays.length}$`) }).click();
  await expect(page).toHaveURL('/product?occasion=birthday');
  await expect(filters.getByRole('link', { name: /^Birthday/ })).toHaveAttribute('aria-current', 'true');

  await filters.getByRole('link', { name: /^Vases/ }).click();
  await expect(page).toHaveURL('/product?category=vases&occasion=birthday');
  await expect(filters.getByRole('link', { name: /^Vases/ })).toHaveAttribute('aria-current', 'true');
  await filters.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, low to high');
  await expect(page).toHaveURL('/product?category=vases&occasion=birthday&sort=price');
  await closeFilters(page, isPhone);

  const chosen = namesOf(byPrice(birthdayVases));
  await expect(title(page)).toHaveText('Birthday vases');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    `${chosen.length} of 24, every one tied to order.`,
  );
  await expect(names(page)).toHaveText(chosen);

  await page.reload();
  await expect(names(page)).toHaveText(chosen);

  await page.goBack();
  await expect(page).toHaveURL('/product?category=vases&occasion=birthday');
  await expect(names(page)).toHaveText(namesOf(birthdayVases));
  await page.goBack();
  await expect(page).toHaveURL('/product?occasion=birthday');
  await expect(names(page)).toHaveText(namesOf(forBirthdays));
  await page.goForward();
  await expect(names(page)).toHaveText(namesOf(birthdayVases));

  filters = await openFilters(page, isPhone);
  await filters.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/product');
  await closeFilters(page, isPhone);
  await expect(names(page)).toHaveText(namesOf(BOUQUETS));
});

test('A friend opens the address that was shared and sees the same list', async ({ page, visit, isPhone }) => {
  await visit('/product?occasion=birthday&category=vases&sort=-price&utm_source=letter');
  await expect(names(page)).toHaveText(namesOf(byPrice(birthdayVases).toReversed()));
  const filters = await openFilters(page, isPhone);
  await expect(filters.getByRole('combobox', { name: 'Sort by' })).toHaveValue('-price');
  await expect(filters.getByRole('link', { name: /^Vases/ })).toHaveAttribute('aria-current', 'true');

  // Pressing an active filter removes it.
  await filters.getByRole('link', { name: /^Vases/ }).click();
  await expect(page).toHaveURL('/product?occasion=birthday&sort=-price');
});

test('A combination that nothing fits says so and leads back', async ({ page, visit }) => {
  await visit('/product?occasion=sympathy&category=luxury');
  await expect(page.getByRole('heading', { name: 'Nothing fits both of these.' })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Browse bouquets' }).click();
  await expect(names(page)).toHaveText(namesOf(BOUQUETS));
});

test('On a phone the occasions are one thumb away', { tag: '@phone' }, async ({ page, visit, isPhone }) => {
  test.skip(!isPhone, 'A desktop shows all filters');
  await visit('/product');
  await page.getByRole('main').getByRole('link', { name: 'Sympathy' }).click();
  await expect(page).toHaveURL('/product?occasion=sympathy');
  await expect(title(page)).toHaveText('Sympathy bouquets');
  await page.getByRole('main').getByRole('link', { name: 'Sympathy' }).click();
  await expect(page).toHaveURL('/product');
});

const vasesFor = (occasion: string) =>
  BOUQUETS.filter(({ occasions, category }) => category === 'Vases' && occasions.includes(occasion)).length;

test('On a phone what is chosen is in sight and counted, and Back closes the sheet', { tag: '@phone-core' }, async ({
  page,
  visit,
  isPhone,
}) => {
  test.skip(!isPhone, 'A desktop shows all filters');
  await visit('/product?occasion=thank+you&category=vases');
  const chosen = page.getByRole('list', { name: 'Chosen filters' }).getByRole('link');
  await expect(chosen).toHaveText(['Vases', 'Thank you']);
  for (const place of [0, 1]) await expect(chosen.nth(place)).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Filter and sort (2)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
  await expect(sheet.getByRole('button', { name: `Show ${vasesFor('thank you')} bouquets` })).toBeInViewport({
    ratio: 1,
  });
  await sheet.getByRole('link', { name: /^Birthday/ }).click();
  await expect(sheet.getByRole('button', { name: `Show ${vasesFor('birthday')} bouquets` })).toBeVisible();

  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/product?category=vases&occasion=birthday');
  await page.getByRole('button', { name: 'Filter and sort (2)' }).click();
  await sheet.getByText('Clear', { exact: true }).click();
  await expect(sheet.getByRole('button', { name: 'Show 24 bouquets' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/product?category=vases&occasion=birthday');
});

test('Back right after a filter closes the sheet, on a phone that paints late, too', { tag: '@phone' }, async ({
  page,
  visit,
  isPhone,
}) => {
  test.skip(!isPhone, 'A desktop shows all filters');
  await visit('/product?category=vases');
  await page.getByRole('button', { name: 'Filter and sort (1)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
  await expect(sheet.getByRole('link', { name: /^Birthday/ })).toBeInViewport();
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await sheet.getByRole('link', { name: /^Birthday/ }).click();
  await expect(sheet.getByRole('button', { name: `Show ${vasesFor('birthday')} bouquets` })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/product?category=vases&occasion=birthday');
});

test('On a small screen a filter pressed by keyboard keeps the focus', { tag: '@phone' }, async ({
  page,
  visit,
  isPhone,
}) => {
  test.skip(!isPhone, 'A desktop shows all filters');
  await visit('/product?category=vases');
  const chosen = page.getByRole('list', { name: 'Chosen filters' });
  const thanks = page.getByRole('main').getByRole('link', { name: 'Thank you', exact: true });
  await thanks.press('Enter');
  await expect(chosen.getByRole('link', { name: 'Thank you' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/product?category=vases');
  // While the page is not drawn anew, the chip that was pressed has the same name.
  await expect(chosen.getByRole('link', { name: 'Thank you' })).toBeHidden();
  await expect(thanks).toBeFocused();
  // Categories are in the sheet only.
  await chosen.getByRole('link', { name: 'Vases' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Filter and sort' })).toBeFocused();
});

test.describe('A visitor whose browser runs no scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ allowFailures }) => allowFailures(/\/assets\/[^/]+\.js$/));

  test('narrows the list, opens a bouquet and searches by name', { tag: '@core' }, async ({ page }) => {
    await page.goto('/product');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Sympathy/ })
      .click();
    await expect(page).toHaveURL('/product?occasion=sympathy');
    await expect(names(page)).toHaveText(namesOf(BOUQUETS.filter(({ occasions }) => occasions.includes('sympathy'))));
    await cards(page).getByRole('link', { name: 'Chapel Lane' }).click();
    await expect(title(page)).toHaveText('Chapel Lane');
    await expect(page.getByRole('main').getByText('Order before 12 noon for next-day delivery')).toBeVisible();
    await expect(page.getByRole('paragraph').filter({ hasText: /^Buying needs JavaScript/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Add to Cart/ })).toHaveCount(0);

    const searchBox = page.getByRole('combobox', { name: 'Search bouquets' });
    await expect(searchBox).toBeVisible();
    await searchBox.fill('post');
    await searchBox.press('Enter');
    await expect(page).toHaveURL('/product?search=post');
    await expect(title(page)).toHaveText('Bouquets called “post”');
    await expect(names(page)).toHaveText(['Post Haste', 'Second Post']);
  });
});
