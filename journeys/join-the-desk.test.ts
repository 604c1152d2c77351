import type { Page } from '@playwright/test';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { addDevice } from './desk-device.ts';
import { runAtDesk } from './desk-people.ts';
import { type Desk, test } from './desk-test.ts';
import { expect } from './fixtures.ts';

test.describe.configure({ mode: 'serial' });
test.use({
  alone: { because: 'It closes the desk as after a restore.', settings: { TRUST_PROXY: '', HOST: '127.0.0.1' } },
});

let desk: Desk;
test.beforeAll(({ desk: opened }) => {
  desk = opened;
});

const invite = (email: string, role: string): Promise<string> =>
  runAtDesk(desk, 'staff', 'invite', email, '--name', 'Wren', '--role', role);

const hello = (page: Page, name: string) => page.getByLabel(`You, ${name}`);

test('An owner is invited, joins with a passkey, signs out and in again', {
  tag: ['@core', '@story', '@phone'],
}, async ({ page, allowFailures }) => {
  // The page that is being left may ask once more after signing out.
  allowFailures(/\/api\/desk\/(today|claims\/waiting|live)\//);
  await addDevice(page);
  await page.goto(await invite('wren@shop.example', 'owner,florist'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are invited to the bench.');
  expect(await findFaultsAtAllWidths(page, 'The invitation')).toEqual([]);
  await page.getByLabel('What shall we call you?').fill('Wren Adeyemi');
  await page.getByRole('button', { name: 'Create a passkey and join' }).click();
  await expect(page).toHaveURL('/desk');
  await expect(hello(page, 'Wren Adeyemi')).toBeVisible();

  await hello(page, 'Wren Adeyemi').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The browser offers the passkey in the field for the address, and this device takes it at once.
  await page.waitForURL(/\/desk\/sign-in$/);
  await expect(page).toHaveURL('/desk');
  await page.goto('/desk/staff');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Staff');
  expect(await findFaultsAtAllWidths(page, 'Staff')).toEqual([]);
});

test('An owner invites a driver, makes recovery codes, and takes the invitation back', async ({ page }) => {
  await addDevice(page);
  await page.goto(await invite('hana@shop.example', 'owner'));
  await page.getByLabel('What shall we call you?').fill('Hana');
  await page.getByRole('button', { name: 'Create a passkey and join' }).click();
  await expect(hello(page, 'Hana')).toBeVisible();

  await page.goto('/desk/staff');
  await page.getByLabel('Name').fill('Robin');
  await page.getByLabel('E-mail').fill('robin@shop.example');
  await page.getByLabel('Driver').check();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByRole('status')).toHaveText('The invitation is on its way to robin@shop.example.');
  await page.getByLabel('More about Robin').click();
  await page.getByRole('button', { name: 'Take back Robin’s invitation' }).click();
  await expect(page.getByText('Robin, invited')).toHaveCount(0);

  await page.goto('/desk/devices');
  await page.getByRole('button', { name: 'Make ten codes' }).click();
  await expect(page.getByRole('list').last().getByRole('listitem')).toHaveCount(10);
  expect(await findFaultsAtAllWidths(page, 'Your devices')).toEqual([]);
});

test('After a restore an owner is let in by a link and confirms who still works here', async ({ page }) => {
  await addDevice(page);
  const staff = (...words: string[]) => runAtDesk(desk, 'staff', ...words);
  for (const email of ['flora@shop.example', 'rose@shop.example'])
    await staff('invite', email, '--name', email.startsWith('flora') ? 'Flora' : 'Rose', '--role', 'owner,florist');
  // As a restore leaves it: these two worked here, and nobody has joined since.
  await desk.query(
    'insert into restores (taken_at, restored_at, taken_over_at, reconciled_at) select now(), now(), now(), now()',
  );
  await desk.query('delete from staff_links');

  await page.goto(await staff('invite', 'flora@shop.example'));
  await page.getByRole('button', { name: 'Create a passkey and join' }).click();
  await expect(hello(page, 'Flora')).toBeVisible();
  await page.goto('/desk/staff');
  await expect(page.getByRole('heading', { name: 'Still working here?' })).toBeVisible();
  expect(await findFaultsAtAllWidths(page, 'Staff to confirm')).toEqual([]);
  await page.getByLabel('Role of Rose').selectOption('Florist');
  await page.getByRole('button', { name: 'Confirm Rose' }).click();
  await expect(page.getByRole('status')).toHaveText('The invitation is on its way to rose@shop.example.');
  await expect(page.getByText('Rose, invited')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm Rose' })).toHaveCount(0);
});

test('Opened by another name, the door says where the desk is', async ({ browser }) => {
  const page = await browser.newPage();
  const elsewhere = desk.address.replace('localhost', '127.0.0.1');
  await page.goto(`${elsewhere}/desk`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The desk has another address.');
  await expect(page.getByText(`work only at ${desk.address}.`)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to the desk there' }).click();
  await expect(page).toHaveURL(`${desk.address}/desk/sign-in`);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await page.close();
});
