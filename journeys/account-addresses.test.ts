import type { APIRequestContext, Page } from '@playwright/test';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { call, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { addAddress } from './past-orders.ts';
import { button, NO_TOKENS, notice, readTokens, registerPerson, signIn } from './people.ts';

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
  await signIn(page, person);
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

test('Someone looks through her addresses and chooses one, for her eyes only', {
  tag: ['@core', '@phone', '@§1.4', '@§2.35', '@§2.36', '@§3.6', '@§4.17', '@D4', '@G1'],
}, async ({ page, request }) => {
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
  const faults = await findFaultsAtAllWidths(page, 'Address List');

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

test('Someone deletes an address and thinks again; then deletes it for good', {
  tag: ['@core', '@§2.35', '@§4.18', '@§7.13', '@G33'],
}, async ({ page, request }) => {
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
  const faults = await findFaultsAtAllWidths(page, 'An address that can come back');
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
