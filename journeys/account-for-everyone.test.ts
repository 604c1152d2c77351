import type { Page } from '@playwright/test';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { CONFIRM, findLink } from './letters.ts';
import { button, field, newPerson, registerPerson, signInPerson } from './people.ts';

const CONFIRMING = /\/account-confirm-email\/[^/]+\/$/;

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('Forms that were refused shut nobody out', async ({ page, visit, isPhone, allowFailures }) => {
  test.slow();
  allowFailures(/\/api\/user\/login\/$|\/password\/reset\/confirm\//);
  const faults: string[] = [];
  await visit('/register');
  await button(page, 'Register').click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter an email address.');
  faults.push(...(await findFaultsAtAllWidths(page, 'Register, refused', isPhone)));

  await visit('/login');
  await field(page, 'Email').fill(newPerson().email);
  await button(page, 'Log in').click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Incorrect email or password.');
  faults.push(...(await findFaultsAtAllWidths(page, 'Login, refused', isPhone)));

  await visit('/forgot-password');
  await button(page, 'Send the link').click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter an email address.');
  faults.push(...(await findFaultsAtAllWidths(page, 'Forgotten password, refused', isPhone)));
  await field(page, 'Email').fill(newPerson().email);
  await button(page, 'Send the link').click();
  await expect(button(page, 'Send it again')).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'Forgotten password, asked', isPhone)));

  await visit('/password/reset/confirm/MQ/too-old');
  await field(page, 'New password').fill('three tulips');
  await field(page, 'Confirm password').fill('three tulips');
  await button(page, 'Reset Password').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to reset password.');
  faults.push(...(await findFaultsAtAllWidths(page, 'New password, refused', isPhone)));
  expect(faults).toEqual([]);
});

test('Confirming an address shuts nobody out, whether it waits, works or fails', async ({
  page,
  request,
  isPhone,
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
  faults.push(...(await findFaultsAtAllWidths(page, 'please wait...', isPhone)));
  resolve();
  await expect(said).toHaveText('Your email has been confirmed.');
  faults.push(...(await findFaultsAtAllWidths(page, 'Confirmed', isPhone)));
  await page.goto(link);
  await expect(said).toContainText('Something went wrong.');
  faults.push(...(await findFaultsAtAllWidths(page, 'Not confirmed', isPhone)));
  expect(faults).toEqual([]);
});

test('The account shuts nobody out, nor does the question whether to delete it', { tag: ['@core', '@phone'] }, async ({
  page,
  request,
  isPhone,
  allowFailures,
}) => {
  test.slow();
  allowFailures(/\/api\/user\/profile\/(delete\/)?$/);
  const faults: string[] = [];
  await signInPerson(page, request);
  await page.goto('/profile?tab=details');
  await expect(title(page)).toHaveText('Hello, Rosalind.');
  await expect(page.getByRole('region', { name: 'Confirm your email' })).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'The account', isPhone)));

  await button(page, 'Delete my account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription('Incorrect password.');
  faults.push(...(await findFaultsAtAllWidths(page, 'The question', isPhone)));

  await page.route(/\/api\/user\/profile\/$/, (route) => route.abort('connectionrefused'));
  await page.reload();
  await expect(button(page, 'Try again')).toBeVisible();
  faults.push(...(await findFaultsAtAllWidths(page, 'The account that could not be fetched', isPhone)));
  await page.goto('/cart');
  await expect(title(page)).toHaveText('Your cart');
  faults.push(...(await findFaultsAtAllWidths(page, 'The cart', isPhone)));
  expect(faults).toEqual([]);
});
