import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { CONFIRM, findLink, openLetter, pressLink, RESET } from './letters.ts';
import { button, field, logIn, NO_TOKENS, notice, readTokens, registerPerson, signInPerson } from './people.ts';

const CONFIRMING = /\/account-confirm-email\/[^/]+\/$/;
const said = (page: Page) => page.getByRole('main').getByRole('status');

/** Blocks calls until the returned function is called. */
async function blockCalls(page: Page, calls: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route: Route) => {
    if (route.request().method() === 'POST') await promise;
    await route.continue();
  });
  return resolve;
}

test('Someone confirms on another device, where nobody is signed in; the link works once', {
  tag: ['@§2.25', '@§4.16', '@§8.19', '@D12'],
}, async ({ page, request, allowFailures }) => {
  const person = await registerPerson(request);
  const link = await findLink(page, person.email, CONFIRM);
  const release = await blockCalls(page, CONFIRMING);
  await page.goto(link);
  await expect(said(page)).toHaveText('please wait...');
  release();
  await expect(said(page)).toHaveText('Your email has been confirmed.');
  await expect(page).toHaveURL('/account-confirm-email');
  await page.reload();
  await expect(said(page)).toHaveText('Your email has been confirmed.');

  allowFailures(CONFIRMING);
  await page.goto(link);
  await expect(said(page)).toHaveText(/^Something went wrong\.\s*This link has been used or is too old\.$/);

  await page.getByRole('link', { name: 'Log in to have the letter sent again' }).click();
  await logIn(page, person);
  await expect(page).toHaveURL('/profile?tab=details');
  await expect(page.getByRole('main').getByText('Confirmed', { exact: true })).toBeVisible();
});

test('Someone forgot her password: a letter, a new one, and every other device is signed out', {
  tag: ['@core', '@§2.23', '@§5.11', '@§8.20', '@§8.21', '@§9.12'],
}, async ({ page, visit, request, allowFailures, browser }) => {
  test.slow();
  const phoneAtHome = await (await browser.newContext()).newPage();
  const person = await signInPerson(phoneAtHome, request);
  await phoneAtHome.goto('/profile');
  await expect(phoneAtHome.getByRole('heading', { level: 1 })).toHaveText('Order History');

  await test.step('asks for the letter, and hears the same for an address that nobody has', async () => {
    const response = 'If we know that address, a letter with a link is on its way to it.';
    await visit('/login?next=%2Fprofile');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL('/forgot-password?next=%2Fprofile');
    // The page before it has a field of the same name.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgotten it? It happens.');
    for (const email of [`nobody-${person.email}`, person.email]) {
      await field(page, 'Email').fill(email);
      await button(page, email === person.email ? 'Send it again' : 'Send the link').click();
      await expect(notice(page, response)).toBeVisible();
      await notice(page, response).click();
      await expect(notice(page, response)).toBeHidden();
    }
  });

  await openLetter(page, person.email, RESET);
  await pressLink(page, RESET);
  await expect(page).toHaveURL(/\/password\/reset\/confirm\/[^/]+\/[^/]+$/);
  const link = page.url();
  const password = 'a wheelbarrow full of peonies';
  const sent: string[] = [];
  page.on('request', (call) => call.method() === 'POST' && sent.push(call.url()));

  await test.step('types two that differ: nothing is sent', async () => {
    await field(page, 'New password').fill(password);
    await field(page, 'Confirm password').fill(`${password}!`);
    await button(page, 'Reset Password').click();
    await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Passwords do not match.');
    await expect(field(page, 'Confirm password')).toBeFocused();
    expect(sent).toEqual([]);
  });

  await test.step('sets the new one, and is led to the login page after two seconds', async () => {
    const release = await blockCalls(page, /\/password\/reset\/confirm\//);
    await field(page, 'Confirm password').fill(password);
    await button(page, 'Reset Password').click();
    await expect(button(page, 'Resetting...')).toBeVisible();
    // Pressing twice does no harm.
    await page.keyboard.press('Enter');
    const answered = page.waitForResponse(/\/password\/reset\/confirm\//).then(() => Date.now());
    const left = page.waitForURL('/login?next=%2Fprofile').then(() => Date.now());
    release();
    await expect(said(page)).toHaveText('Password has been reset successfully.');
    await expect(said(page)).toBeFocused();
    const waited = (await left) - (await answered);
    expect(waited).toBeGreaterThan(1_800);
    expect(waited).toBeLessThan(6_000);
    expect(sent).toHaveLength(1);
  });

  await test.step('the phone at home is signed out', async () => {
    await phoneAtHome.reload();
    await expect(phoneAtHome).toHaveURL('/login?next=%2Fprofile');
    expect(await readTokens(phoneAtHome)).toEqual(NO_TOKENS);
    await phoneAtHome.context().close();
  });

  await test.step('the link does not work a second time', async () => {
    allowFailures(/\/password\/reset\/confirm\//);
    await visit(link);
    await field(page, 'New password').fill(password);
    await field(page, 'Confirm password').fill(password);
    await button(page, 'Reset Password').click();
    const said = page.getByRole('main').getByRole('alert');
    await expect(said.getByText('Failed to reset password. Please try again.', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password');
  });

  await test.step('the new password opens the account, the old one does not', async () => {
    allowFailures(/\/api\/user\/login\/$/);
    await visit('/login');
    await logIn(page, person);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Incorrect email or password.');
    await logIn(page, { ...person, password });
    await expect(page).toHaveURL('/');
  });
});
