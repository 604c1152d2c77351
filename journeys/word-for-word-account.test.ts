import type { Locator, Page } from '@playwright/test';
import { BOUQUETS } from './bouquets.ts';
import { title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { addAddress, signInWithOrders } from './past-orders.ts';
import { registerPerson, signIn, signInPerson } from './people.ts';

// What the specification fixes of the account page, as it is written there.

const menu = (page: Page) => page.getByRole('navigation', { name: 'Account', exact: true });
const places = (items: Locator) =>
  items.evaluateAll((all) =>
    all.map((item) => {
      const { left, top } = item.getBoundingClientRect();
      return { left: Math.round(left), top: Math.round(top) };
    }),
  );
const style = (element: Locator, name: string) =>
  element.evaluate((one, property) => getComputedStyle(one).getPropertyValue(property), name);

test('The menu is a column on a wide screen and a strip on a small one, and marks where one is', {
  tag: ['@core', '@phone', '@§2.27', '@§2.28', '@G35'],
}, async ({ page, request, isPhone }) => {
  await signInPerson(page, request);
  await page.goto('/profile');
  await expect(title(page)).toHaveText('Order History');
  const items = menu(page).getByRole('listitem');
  await expect(items).toHaveText(['History', 'Address List', 'Log out']);
  const { width: usual = 0, height = 0 } = page.viewportSize() ?? {};
  for (const width of isPhone ? [320, 390, usual] : [usual]) {
    await page.setViewportSize({ width, height });
    for (const item of await items.all()) await expect(item, `${width} px`).toBeInViewport({ ratio: 1 });
  }
  const stood = await places(items);
  expect(new Set(stood.map(({ left }) => left)).size).toBe(isPhone ? stood.length : 1);
  expect(new Set(stood.map(({ top }) => top)).size).toBe(isPhone ? 1 : stood.length);

  const [history, addresses] = ['History', 'Address List'].map((name) => menu(page).getByRole('link', { name }));
  const look = async (link: Locator | undefined) => (link ? style(link, 'background-color') : '');
  const [marked, plain] = [await look(history), await look(addresses)];
  expect(marked).not.toBe(plain);
  await addresses?.click();
  await expect.poll(() => look(addresses)).toBe(marked);
  await expect.poll(() => look(history)).toBe(plain);
});

test('The items of an order stand in three columns, each with its picture', { tag: ['@§2.31', '@§9.16'] }, async ({
  page,
  request,
}) => {
  const names = [0, 1, 3, 4].map((place) => BOUQUETS[place]?.name ?? '');
  await signInWithOrders(page, request, [Object.fromEntries(names.map((name) => [name, 1]))]);
  await page.goto('/profile');
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Completed Order' });
  const items = card.getByRole('listitem');
  await expect(items).toHaveCount(4);
  const [one, two, three, four] = await places(items);
  expect([two?.top, three?.top]).toEqual([one?.top, one?.top]);
  expect(new Set([one, two, three].map((place) => place?.left)).size).toBe(3);
  expect(four?.left).toBe(one?.left);
  expect(four?.top).toBeGreaterThan(one?.top ?? 0);
  for (const item of await items.all()) {
    await item.scrollIntoViewIfNeeded();
    const picture = item.getByRole('presentation', { includeHidden: true }).last();
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
  await expect(card).toContainText(/Total £\d+\.\d\d/);
});

test('The address that is chosen stands out, and its note is green', { tag: '@§2.36' }, async ({ page, request }) => {
  const person = await registerPerson(request);
  for (const name of ['The Old Forge', 'Top bell']) await addAddress(request, person, name);
  await signIn(page, person);
  await page.goto('/profile?tab=addresses');
  const card = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name }).last();
  await page.getByRole('radio', { name: 'Top bell' }).check();
  await expect
    .poll(
      async () =>
        (await style(card('Top bell'), 'background-color')) !==
        (await style(card('The Old Forge'), 'background-color')),
    )
    .toBe(true);
  const note = page.getByText('Selected address').locator('xpath=ancestor::p');
  await expect(note).toContainText('GB, York, 12 Gillygate, Top bell');
  const [red = 0, green = 0, blue = 0] = (await style(note, 'background-color')).match(/[\d.]+/g)?.map(Number) ?? [];
  expect(green).toBeGreaterThan(red);
  expect(green).toBeGreaterThan(blue);
});
