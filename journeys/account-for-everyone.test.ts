import type { Page } from '@playwright/test';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { call, FIRST, SECOND } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { CONFIRM, findLink } from './letters.ts';
import { changeHistory, HISTORY, signInWithOrders } from './past-orders.ts';
import { button, field, newPerson, notice, registerPerson, signInPerson } from './people.ts';

const CONFIRMING = /\/account-confirm-email\/[^/]+\/$/;

const ADDRESSES = /\/api\/user\/profile\/address\/$/;
const ONE_ADDRESS = /\/api\/user\/profile\/address\/\d+\/$/;

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('Forms that were refused shut nobody out', async ({ page, visit, allowFailures }) => {
  test.slow();
  allowFailures(/\/api\/user\/login\/$|\/password\/reset\/confirm\//);
  const faults: string[] = [];
  await visit('/register');
  await button(page, 'Register').click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter an email address.');
  faults.push(...(await findFaultsAtAllWidths(page, 'Register, refused')));

  await visit('/login');
  await field(page, 'Email').fill(newPerson().email);
  await button(page, 'Log in').click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Incorrect email or password.');
  faults.push(...(await findFaultsAtAllWidths(page, 'Login, refused')));

  await visit('/forgot-password');
  await button(page, 'Send the link').click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter an email address.');
  faults.push(...(await findFaultsAtAllWidths(page, 'Forgotten password, refused')));
  await field(page, 'Email').fill(newPerson().email);
  await button(page, 'Send the link').click();
  await expect(button(page, 'Send it again')).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'Forgotten password, asked')));

  await visit('/password/reset/confirm/MQ/too-old');
  await field(page, 'New password').fill('three tulips');
  await field(page, 'Confirm password').fill('three tulips');
  await button(page, 'Reset Password').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to reset password.');
  faults.push(...(await findFaultsAtAllWidths(page, 'New password, refused')));
  expect(faults).toEqual([]);
});

test('Confirming an address shuts nobody out, whether it waits, works or fails', async ({
  page,
  request,
  allowFailures,
}) => {
  test.slow();
  allowFailures(CONFIRMING);
  const faults: string[] = [];
  const said = page.getByRole('main').getByRole('status');
  const { email } = await registerPerson(request);
  const link = await findLink(page, email, CONFIRM);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(CONFIRMING, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(link);
  await expect(said).toHaveText('please wait...');
  faults.push(...(await findFaultsAtAllWidths(page, 'please wait...')));
  resolve();
  await expect(said).toHaveText('Your email has been confirmed.');
  faults.push(...(await findFaultsAtAllWidths(page, 'Confirmed')));
  await page.goto(link);
  await expect(said).toContainText('Something went wrong.');
  faults.push(...(await findFaultsAtAllWidths(page, 'Not confirmed')));
  expect(faults).toEqual([]);
});

test('The account shuts nobody out, nor does the question whether to delete it', { tag: ['@core', '@phone'] }, async ({
  page,
  request,
  allowFailures,
}) => {
  test.slow();
  allowFailures(/\/api\/user\/profile\/(delete\/)?$/);
  const faults: string[] = [];
  await signInPerson(page, request);
  await page.goto('/profile?tab=details');
  await expect(title(page)).toHaveText('Hello, Rosalind.');
  await expect(page.getByRole('region', { name: 'Confirm your email' })).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'The account')));

  await button(page, 'Delete my account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription('Incorrect password.');
  faults.push(...(await findFaultsAtAllWidths(page, 'The question')));

  await page.route(/\/api\/user\/profile\/$/, (route) => route.abort('connectionrefused'));
  await page.reload();
  await expect(button(page, 'Try again')).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'The account that could not be fetched')));
  await page.goto('/cart');
  await expect(title(page)).toHaveText('Your cart');
  faults.push(...(await findFaultsAtAllWidths(page, 'The cart')));
  expect(faults).toEqual([]);
});

test('An account in which nothing is yet shuts nobody out, nor one whose orders or addresses do not come', async ({
  page,
  request,
  allowFailures,
}) => {
  test.slow();
  for (const path of [HISTORY, ADDRESSES, ONE_ADDRESS]) allowFailures(path);
  const main = page.getByRole('main');
  const faults: string[] = [];
  const look = async (what: string) => faults.push(...(await findFaultsAtAllWidths(page, what)));

  await signInPerson(page, request);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'You have no completed orders.' })).toBeVisible();
  await look('No orders');
  await page.goto('/profile?tab=addresses');
  await expect(page.getByRole('heading', { name: 'No addresses yet.' })).toBeVisible();
  await look('No addresses');
  await button(page, 'Add address').click();
  await button(page, 'Add address').click();
  await expect(field(page, 'City')).toHaveAccessibleDescription('Enter a city.');
  await look('A new address, refused');

  const buyer = await signInWithOrders(page, request, [{ [FIRST]: 1 }, { [FIRST]: 1, [SECOND]: 1 }]);
  const held = Promise.withResolvers<void>();
  await page.route(HISTORY, async (route) => {
    await held.promise;
    await route.abort('connectionrefused');
  });
  await page.goto('/profile');
  await expect(main.getByRole('status').filter({ hasText: 'Loading' })).toHaveText('Loading');
  await look('Loading');
  held.resolve();
  await expect(main.getByRole('alert')).toContainText('Your orders could not be loaded.');
  await look('Orders that did not come');
  await page.unroute(HISTORY);
  await changeHistory(page, ([newer, older]) => {
    Object.assign(newer?.order_items[1] ?? {}, { availability: 'sold_out' });
    Object.assign(older?.order_items[0] ?? {}, { availability: 'withdrawn' });
  });
  await button(page, 'Try again').click();
  await button(page, `Buy again: order ${buyer.orders[1]?.id}`).click();
  await expect(notice(page, `In your cart, without ${SECOND} (sold out).`)).toBeVisible();
  await expect(main.getByText('None of it is on sale just now.')).toBeVisible();
  await look('Bought again in part');

  const [cart] = await call(request, buyer, 'GET', '/api/user/orders/?status=P');
  const [{ id, apartment_address: door }] = await call(request, buyer, 'GET', '/api/user/profile/address/');
  const path = `/api/user/orders/${cart.id}/`;
  await call(request, buyer, 'PATCH', `${path}update-shipping-address/`, { shipping_address: id });
  await call(request, buyer, 'PATCH', `${path}update-wishes/`, { driver_note: 'Green gate', nobody_in: 'porch' });
  await page.route(ADDRESSES, (route) => route.abort('connectionrefused'));
  await page.goto('/profile?tab=addresses');
  await expect(main.getByRole('alert')).toContainText('Your addresses could not be loaded.');
  await look('Addresses that did not come');
  await page.unroute(ADDRESSES);
  await button(page, 'Try again').click();
  await expect(main.getByText('For the driver: Green gate')).toBeVisible();
  await look('An address with wishes');
  await page.route(ONE_ADDRESS, (route) => route.fulfill({ status: 503, json: { detail: 'We are busy just now.' } }));
  await button(page, `Delete ${door}`).click();
  await expect(main.getByRole('alert')).toContainText(`${door} could not be deleted. We are busy just now.`);
  await look('An address that stays');
  await button(page, `Edit ${door}`).click();
  await expect(field(page, 'City')).toHaveValue('York');
  await look('An address that is corrected');
  expect(faults).toEqual([]);
});
