import type { Browser, Page } from '@playwright/test';
import { findFaultsAtAllWidths } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { findLink, outboxLink } from './letters.ts';
import { button, field, logIn, NO_TOKENS, newPerson, notice, readTokens, signInPerson } from './people.ts';

const NEW_EMAIL = { subject: 'Please confirm your new email address', button: 'Use this address' };
const PASSWORD = /\/api\/user\/profile\/password\/$/;
const EMAIL = /\/api\/user\/profile\/email\/$/;
const SESSIONS = /\/api\/user\/profile\/sessions\//;

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const devices = (page: Page) =>
  page.getByRole('region', { name: 'Where you are signed in' }).getByRole('list').getByRole('listitem');

async function openDetails(page: Page): Promise<void> {
  await page.goto('/profile?tab=details');
  await expect(title(page)).toHaveText('Hello, Rosalind.');
}

/** The same person on another device, with its user agent. */
async function signInElsewhere(browser: Browser, person: { email: string; password: string }): Promise<Page> {
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  });
  const phone = await context.newPage();
  await phone.goto('/login');
  await logIn(phone, person);
  await expect(phone).toHaveURL('/');
  return phone;
}

test('Someone finds her details at the head of the page, and Back leads away from them', {
  tag: ['@G1', '@G35'],
}, async ({ page, request }) => {
  test.slow();
  await signInPerson(page, request);
  await page.goto('/profile');
  const head = page.getByRole('navigation', { name: 'More of your account' });
  await expect(head.getByRole('link')).toHaveText(['My details', 'Reminders']);
  await head.getByRole('link', { name: 'My details' }).click();
  await expect(page).toHaveURL('/profile?tab=details');
  await expect(page).toHaveTitle('My details – Marigold Lane');
  await expect(title(page)).toHaveText('Hello, Rosalind.');
  await expect(head.getByRole('link', { name: 'My details' })).toHaveAttribute('aria-current', 'page');
  await expect(head.getByRole('link', { name: 'My details' })).toBeInViewport({ ratio: 1 });
  await expect(devices(page)).toHaveCount(1);
  expect(await findFaultsAtAllWidths(page, 'My details')).toEqual([]);
  await page.goBack();
  await expect(title(page)).toHaveText('Order History');
  await page.goto('/profile?tab=nonsense');
  await expect(title(page)).toHaveText('Order History');
});

test('Someone changes her password: other devices are signed out, this one is not', { tag: '@core' }, async ({
  page,
  request,
  browser,
  allowFailures,
}) => {
  test.slow();
  allowFailures(PASSWORD);
  const person = await signInPerson(page, request);
  const phone = await signInElsewhere(browser, person);
  await openDetails(page);
  await expect(devices(page)).toHaveCount(2);
  const password = 'a wheelbarrow full of peonies';

  await button(page, 'Change password').press('Enter');
  await expect(field(page, 'Your password')).toBeFocused();
  await field(page, 'Your password').fill('three tulips in the sun');
  await field(page, 'New password').fill(password);
  await field(page, 'Confirm password').fill(`${password}!`);
  await button(page, 'Change password').click();
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Passwords do not match.');
  await field(page, 'Confirm password').fill(password);
  await button(page, 'Change password').click();
  await expect(field(page, 'Your password')).toHaveAccessibleDescription('Incorrect password.');
  await expect(field(page, 'Your password')).toBeFocused();
  const faults = await findFaultsAtAllWidths(page, 'Password refused');

  await field(page, 'Your password').fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed.' })).toBeVisible();
  await expect(button(page, 'Change password')).toBeFocused();
  await expect(devices(page)).toHaveCount(1);
  await page.reload();
  await expect(title(page)).toHaveText('Hello, Rosalind.');
  await phone.goto('/profile');
  await expect(phone).toHaveURL('/login?next=%2Fprofile');
  await logIn(phone, { ...person, password });
  await expect(phone).toHaveURL('/profile');
  await phone.context().close();
  expect(faults).toEqual([]);
});

test('Someone moves to another email address: it waits until its letter is opened', async ({
  page,
  request,
  allowFailures,
}) => {
  test.slow();
  allowFailures(EMAIL);
  const person = await signInPerson(page, request);
  const { email } = newPerson();
  const main = page.getByRole('main');
  await openDetails(page);

  await button(page, 'Change email').click();
  await expect(field(page, 'New email')).toBeFocused();
  await field(page, 'New email').fill('not an address');
  await button(page, 'Change email').click();
  await expect(field(page, 'New email')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'New email').fill(email);
  await field(page, 'Your password').fill('three tulips in the sun');
  await button(page, 'Change email').click();
  await expect(field(page, 'Your password')).toHaveAccessibleDescription('Incorrect password.');
  const faults = await findFaultsAtAllWidths(page, 'Email refused');
  await field(page, 'Your password').fill(person.password);
  await button(page, 'Change email').click();
  const waiting = main.getByRole('status').filter({ hasText: `${email} is waiting.` });
  await expect(waiting).toBeVisible();
  await expect(main.getByText(person.email, { exact: true })).toBeVisible();
  await expect(button(page, 'Change email')).toBeFocused();
  faults.push(...(await findFaultsAtAllWidths(page, 'A new address waits')));

  await test.step('gives it up, and asks again', async () => {
    await button(page, 'Give up').click();
    await expect(waiting).toBeHidden();
    await expect(main.getByText(email)).toHaveCount(0);
    await button(page, 'Change email').click();
    await field(page, 'New email').fill(email);
    await field(page, 'Your password').fill(person.password);
    await button(page, 'Change email').click();
    await expect(waiting).toBeVisible();
  });

  await test.step('has the letter sent again, and finds it waiting after a reload', async () => {
    const section = page.getByRole('region', { name: 'Email and password' });
    await section.getByRole('button', { name: 'Send again' }).click();
    await expect(section.getByRole('status').filter({ hasText: 'The letter is on its way again.' })).toBeVisible();
    await page.reload();
    await expect(waiting).toBeVisible();
  });

  await test.step('opens the newest letter, and signs in with it from then on', async () => {
    const letters = page.getByRole('link', { name: NEW_EMAIL.subject }).filter({ hasText: email });
    await expect(async () => {
      await page.goto(outboxLink());
      await expect(letters).toHaveCount(3, { timeout: 300 });
    }).toPass({ timeout: 45_000 });
    await page.goto(await findLink(page, email, NEW_EMAIL));
    await expect(notice(page, 'Your email has been confirmed.')).toBeVisible();
    await openDetails(page);
    await expect(main.getByText(email, { exact: true })).toBeVisible();
    await expect(main.getByText('Confirmed', { exact: true })).toBeVisible();
    await expect(waiting).toBeHidden();
    await button(page, 'Log out').click();
    await expect(page).toHaveURL('/');
    await page.goto('/login');
    await logIn(page, { ...person, email });
    await expect(page).toHaveURL('/');
  });
  expect(faults).toEqual([]);
});

test('Someone sees where she is signed in, and signs the others out', async ({
  page,
  request,
  browser,
  allowFailures,
}) => {
  test.slow();
  allowFailures(SESSIONS);
  const person = await signInPerson(page, request);
  const phones = [await signInElsewhere(browser, person), await signInElsewhere(browser, person)];
  await openDetails(page);
  await expect(devices(page)).toHaveCount(3);
  const here = devices(page).filter({ hasText: 'This device' });
  await expect(here).toHaveCount(1);
  await expect(here.getByRole('button')).toHaveCount(0);
  const iphones = devices(page).filter({ hasText: 'Safari on an iPhone' });
  await expect(iphones).toHaveCount(2);
  await expect(iphones.first()).toContainText(/Last used today at \d\d:\d\d/);
  const faults = await findFaultsAtAllWidths(page, 'Three devices');

  await test.step('not now: it says so, and the list stays', async () => {
    await page.route(SESSIONS, (route) => route.abort('connectionrefused'));
    await iphones.first().getByRole('button', { name: 'Sign out: Safari on an iPhone' }).click();
    const failure = page.getByRole('main').getByRole('alert');
    await expect(failure).toContainText('Safari on an iPhone could not be signed out.');
    await expect(devices(page)).toHaveCount(3);
    faults.push(...(await findFaultsAtAllWidths(page, 'A device that stays')));
    await page.unroute(SESSIONS);
    await button(page, 'Try again').click();
    await expect(devices(page)).toHaveCount(2);
    await expect(failure).toBeHidden();
  });

  await button(page, 'Sign out everywhere else').click();
  await expect(notice(page, 'Signed out everywhere else.')).toBeVisible();
  await expect(devices(page)).toHaveCount(1);
  await expect(button(page, 'Sign out everywhere else')).toBeHidden();
  for (const phone of phones) {
    await phone.goto('/profile');
    await expect(phone).toHaveURL('/login?next=%2Fprofile');
    expect(await readTokens(phone)).toEqual(NO_TOKENS);
    await phone.context().close();
  }

  await test.step('and when the list does not come, it is said', async () => {
    await page.route(SESSIONS, (route) => route.abort('connectionrefused'));
    await page.reload();
    const failure = page.getByRole('main').getByRole('alert');
    await expect(failure).toContainText('This list could not be loaded.');
    await expect(field(page, 'First name')).toHaveValue('Rosalind');
    await page.unroute(SESSIONS);
    await button(page, 'Try again').click();
    await expect(devices(page)).toHaveCount(1);
  });
  expect(faults).toEqual([]);
});
