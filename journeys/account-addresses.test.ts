import type { APIRequestContext, Page } from '@playwright/test';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { call, fillAddress, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { addAddress } from './past-orders.ts';
import { button, field, NO_TOKENS, notice, readTokens, registerPerson, storeTokens } from './people.ts';

const ADDRESSES = /\/api\/user\/profile\/address\/$/;
const ONE = /\/api\/user\/profile\/address\/\d+\/$/;
const DOORS = ['Flat 3, Alder House', 'The Old Forge', 'Top bell'] as const;
const [FLAT, FORGE, BELL] = DOORS;

const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const doors = (page: Page) => page.getByRole('list', { name: 'Your addresses' }).getByRole('heading', { level: 2 });
const remove = (page: Page, name: string) => button(page, `Delete ${name}`);
const undo = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Undo' });

/** Signs in someone with three addresses. */
async function withAddresses(page: Page, request: APIRequestContext, names: readonly string[] = DOORS) {
  const person = await registerPerson(request);
  for (const name of names) await addAddress(request, person, name);
  await page.goto('/about', { waitUntil: 'commit' });
  await storeTokens(page, { access: person.tokens.access, refresh: person.tokens.refresh });
  const listed = async () =>
    (await call(request, person, 'GET', '/api/user/profile/address/')).map(
      ({ apartment_address }: { apartment_address: string }) => apartment_address,
    );
  return { ...person, listed };
}

/** Records the DELETE requests. */
function watchDeletions(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (call) => call.method() === 'DELETE' && sent.push(call.url()));
  return sent;
}

test('Someone looks through her addresses and chooses one, for her eyes only', { tag: ['@core', '@phone'] }, async ({
  page,
  request,
  isPhone,
}) => {
  test.slow();
  await withAddresses(page, request);
  await page.goto('/profile');
  await page
    .getByRole('navigation', { name: 'Account', exact: true })
    .getByRole('link', { name: 'Address List' })
    .click();
  await expect(page).toHaveURL('/profile?tab=addresses');
  await expect(page).toHaveTitle('Address List – Marigold Lane');
  await expect(title(page)).toHaveText('Address List');
  await expect(page.getByRole('link', { name: 'Address List' })).toHaveAttribute('aria-current', 'page');
  await expect(doors(page)).toHaveText(DOORS);
  await expect(page.getByText('07700 900142')).toHaveCount(3);
  const sent: string[] = [];
  page.on('request', (call) => call.method() !== 'GET' && sent.push(call.url()));
  const note = page.getByRole('status').filter({ hasText: 'Selected address' });
  await expect(note).toBeHidden();

  // Wherever the card is pressed.
  await page.getByText(`GB, York, 12 Gillygate, ${FORGE}`).click();
  await expect(radio(page, FORGE)).toBeChecked();
  await expect(note).toHaveText(`Selected addressGB, York, 12 Gillygate, ${FORGE}`);
  await radio(page, FORGE).focus();
  await page.keyboard.press('ArrowDown');
  await expect(radio(page, BELL)).toBeChecked();
  await expect(note).toContainText(BELL);
  const faults = await findFaultsAtAllWidths(page, 'Address List', isPhone);

  await page.goBack();
  await expect(title(page)).toHaveText('Order History');
  await page.goForward();
  await expect(doors(page)).toHaveText(DOORS);
  await page.reload();
  await expect(title(page)).toHaveText('Address List');
  await expect(doors(page)).toHaveText(DOORS);
  await expect(radio(page, BELL)).not.toBeChecked();
  expect(sent).toEqual([]);
  expect(faults).toEqual([]);
});

test('Someone deletes an address and thinks again; then deletes it for good', { tag: '@core' }, async ({
  page,
  request,
  isPhone,
}) => {
  test.slow();
  const { listed } = await withAddresses(page, request);
  await page.goto('/profile?tab=addresses');
  const sent = watchDeletions(page);
  await radio(page, FORGE).check();
  await remove(page, FORGE).click();
  await expect(doors(page)).toHaveText([FLAT, BELL]);
  await expect(page.getByText('Selected address')).toBeHidden();
  await expect(remove(page, BELL)).toBeFocused();
  await expect(notice(page, `${FORGE} has been deleted.`)).toBeVisible();
  // Nothing is said of it before the shop has answered.
  expect(await listed()).toEqual([FLAT, BELL]);
  await undo(page).click();
  await expect(doors(page)).toHaveText([FLAT, BELL, FORGE]);
  await expect(radio(page, FORGE)).toBeChecked();
  expect(await listed()).toEqual([FLAT, BELL, FORGE]);
  expect(sent).toHaveLength(1);

  const gone = page.waitForRequest((call) => call.method() === 'DELETE', { timeout: 2_000 });
  await remove(page, FORGE).click();
  await gone;
  await page.mouse.move(0, 0);
  await expect(notice(page, `${FORGE} has been deleted.`)).toBeVisible();
  // It may be gone before all of it is looked at.
  const faults = await findFaultsAtAllWidths(page, 'An address that can come back', isPhone);
  await expect(undo(page)).toBeHidden();
  await expect(doors(page)).toHaveText([FLAT, BELL]);
  expect(await listed()).toEqual([FLAT, BELL]);
  expect(sent).toHaveLength(2);
  expect(faults).toEqual([]);
});

test('What was deleted stays deleted, whoever leaves at once or logs out', async ({ page, request, allowFailures }) => {
  // The page that she left gets no response, so the next one sends it again, and may get a 404.
  allowFailures(/\/api\/user\/profile\/address\/\d+\/$/);
  const { listed } = await withAddresses(page, request);
  await page.goto('/profile?tab=addresses');
  await remove(page, FLAT).click();
  await page.goto('/care');
  await expect.poll(listed).toEqual([FORGE, BELL]);

  await page.goto('/profile?tab=addresses');
  await remove(page, FORGE).click();
  await button(page, 'Log out').click();
  await expect(page).toHaveURL('/');
  expect(await readTokens(page)).toEqual(NO_TOKENS);
  await expect.poll(async () => (await page.getByRole('alert').allTextContents()).join()).toContain('logged out');
});

test('Logging out does not forget what was being deleted', async ({ page, request }) => {
  const person = await withAddresses(page, request);
  const other = await request.post('/api/user/login/', { data: { email: person.email, password: person.password } });
  const tokens = await other.json();
  await page.goto('/profile?tab=addresses');
  await remove(page, FLAT).click();
  await button(page, 'Log out').click();
  await expect(page).toHaveURL('/');
  const left = await call(request, { ...person, tokens }, 'GET', '/api/user/profile/address/');
  expect(left).toHaveLength(2);
});

test('An address that could not be deleted is back, and it is said', async ({
  page,
  request,
  isPhone,
  allowFailures,
}) => {
  test.slow();
  allowFailures(ONE);
  const { listed } = await withAddresses(page, request);
  await page.goto('/profile?tab=addresses');
  await page.route(ONE, (route) => route.fulfill({ status: 503, json: { detail: 'We are very busy just now.' } }));
  await remove(page, BELL).click();
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText(`${BELL} could not be deleted. We are very busy just now.`);
  await expect(doors(page)).toHaveText(DOORS);
  const faults = await findFaultsAtAllWidths(page, 'An address that stays', isPhone);
  await page.unroute(ONE);
  await button(page, 'Try again').click();
  await expect(doors(page)).toHaveText([FLAT, FORGE]);
  await expect(failure).toBeHidden();
  await expect.poll(listed).toEqual([FLAT, FORGE]);
  expect(faults).toEqual([]);
});

test('Addresses that do not come are said so, and come when asked again', async ({
  page,
  request,
  isPhone,
  allowFailures,
}) => {
  test.slow();
  allowFailures(ADDRESSES);
  await withAddresses(page, request);
  await page.route(ADDRESSES, (route) => route.abort('connectionrefused'));
  await page.goto('/profile?tab=addresses');
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText('Your addresses could not be loaded.');
  const faults = await findFaultsAtAllWidths(page, 'No addresses came', isPhone);
  await page.unroute(ADDRESSES);
  await button(page, 'Try again').click();
  await expect(doors(page)).toHaveText(DOORS);
  await expect(failure).toBeHidden();
  expect(faults).toEqual([]);
});

test('Someone without addresses adds her first', async ({ page, request, isPhone }) => {
  test.slow();
  const { listed } = await withAddresses(page, request, []);
  await page.goto('/profile?tab=addresses');
  await expect(page.getByRole('heading', { name: 'No addresses yet.' })).toBeVisible();
  const faults = await findFaultsAtAllWidths(page, 'No addresses', isPhone);
  await button(page, 'Add address').click();
  await button(page, 'Add address').click();
  await expect(field(page, 'City')).toHaveAccessibleDescription('Enter a city.');
  faults.push(...(await findFaultsAtAllWidths(page, 'A new address', isPhone)));
  await button(page, 'Cancel').click();
  await expect(button(page, 'Add address')).toBeFocused();
  await button(page, 'Add address').click();
  await fillAddress(page);
  await button(page, 'Add address').click();
  await expect(notice(page, 'Your address has been added.')).toBeVisible();
  await expect(doors(page)).toHaveText([FLAT]);
  await expect(button(page, 'Add address')).toBeFocused();

  await test.step('and corrects it', async () => {
    await button(page, `Edit ${FLAT}`).click();
    await expect(field(page, 'Who are they for?')).toHaveValue('Nell Whitcombe');
    await expect(field(page, 'Postal code')).toHaveValue('YO31 7EQ');
    faults.push(...(await findFaultsAtAllWidths(page, 'An address that is corrected', isPhone)));
    await button(page, 'Cancel').click();
    await expect(button(page, `Edit ${FLAT}`)).toBeFocused();
    await button(page, `Edit ${FLAT}`).press('Enter');
    await field(page, 'Phone').fill('07700');
    await button(page, 'Save address').click();
    await expect(field(page, 'Phone')).toHaveAccessibleDescription(/^Please give a whole phone number/);
    await field(page, 'Phone').fill('07700 900142');
    await field(page, 'Flat, house name or number').fill(FORGE);
    await button(page, 'Save address').click();
    await expect(doors(page)).toHaveText([FORGE]);
    await expect(button(page, `Edit ${FORGE}`)).toBeFocused();
    expect(await listed()).toEqual([FORGE]);
  });
  expect(faults).toEqual([]);
});

test('Someone deletes by the keyboard alone: the offer to undo it is where she is', async ({ page, request }) => {
  const { listed } = await withAddresses(page, request);
  await page.goto('/profile?tab=addresses');
  await remove(page, FORGE).press('Enter');
  await expect(undo(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(doors(page)).toHaveText([FLAT, BELL, FORGE]);
  await expect(remove(page, FORGE)).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(undo(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(listed).toEqual([FLAT, BELL]);
  await expect(remove(page, BELL)).toBeFocused();
});

test('What an address remembers for the driver can be removed, and does not follow it to another street', async ({
  page,
  request,
  isPhone,
  allowFailures,
}) => {
  test.slow();
  allowFailures(/\/wishes\/$/);
  const person = await withAddresses(page, request, [FLAT, FORGE]);
  const ofEach = async (): Promise<{ id: number; driver_note: string }[]> =>
    call(request, person, 'GET', '/api/user/profile/address/');
  const [product] = await (await request.get('/api/products/')).json();
  const cart = await call(request, person, 'POST', '/api/user/orders/', {
    order_items: [{ product: product.id, quantity: 1 }],
  });
  for (const { id } of await ofEach()) {
    const path = `/api/user/orders/${cart.id}/`;
    await call(request, person, 'PATCH', `${path}update-shipping-address/`, { shipping_address: id });
    await call(request, person, 'PATCH', `${path}update-wishes/`, { driver_note: 'Green gate', nobody_in: 'porch' });
  }
  await page.goto('/profile?tab=addresses');
  await expect(page.getByText('For the driver: Green gate')).toHaveCount(2);
  const faults = await findFaultsAtAllWidths(page, 'Addresses that remember wishes', isPhone);
  const forget = button(page, `Forget the wishes for ${FLAT}`);

  await page.route(/\/wishes\/$/, (route) => route.fulfill({ status: 503, json: { detail: 'We are very busy.' } }));
  await forget.click();
  await expect(notice(page, 'They have not been forgotten. We are very busy.')).toBeVisible();
  await page.unroute(/\/wishes\/$/);
  await forget.press('Enter');
  await expect(page.getByText(`The wishes for ${FLAT} have been forgotten.`)).toBeAttached();
  await expect(page.getByText('For the driver: Green gate')).toHaveCount(1);
  await expect(button(page, `Edit ${FLAT}`)).toBeFocused();
  // Only its card chooses an address.
  await expect(radio(page, FLAT)).not.toBeChecked();
  expect((await ofEach()).map(({ driver_note }) => driver_note)).toEqual(['', 'Green gate']);

  await page.goto('/cart?step=address');
  await expect(page.getByText('Nobody in: leave them in the porch. “Green gate”')).toBeVisible();
  if (isPhone) await page.locator('[data-edit="To"]').click();
  await button(page, `Edit ${FORGE}`).click();
  await field(page, 'Street address').fill('9 Bootham');
  await button(page, 'Save address').click();
  await expect(notice(page, 'The note for the driver was about the old address.')).toBeVisible();
  await expect(page.getByText('Nobody in: leave them with a neighbour.')).toBeVisible();
  expect((await ofEach()).map(({ driver_note }) => driver_note)).toEqual(['', '']);
  expect(faults).toEqual([]);
});
