import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { button, field, fillRegistration, NO_TOKENS, newPerson, notice, readTokens, registerPerson } from './people.ts';

const CALL = /\/api\/user\/register\/$/;

const send = (page: Page) => button(page, 'Register').click();
const whole = (page: Page) => page.getByRole('main').getByRole('alert');

test.beforeEach(({ visit }) => visit('/register'));

test('Someone sends the form empty: every field says what it needs, and nothing leaves the browser', {
  tag: '@core',
}, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await send(page);
  const words = {
    'First name': 'Enter a first name.',
    'Last name': 'Enter a last name.',
    Username: 'Enter a username.',
    Email: 'Enter an email address.',
  };
  for (const [label, refusal] of Object.entries(words)) {
    await expect(field(page, label)).toHaveAccessibleDescription(refusal);
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/^Enter a password\./);
  await expect(field(page, 'First name')).toBeFocused();
  // Nothing was sent, so nothing failed.
  await expect(whole(page)).toBeHidden();
  expect(sent).toEqual([]);

  // A corrected field loses its message; the others keep theirs.
  await field(page, 'First name').fill('Rosalind');
  await expect(field(page, 'First name')).toHaveAccessibleDescription('');
  await send(page);
  await expect(field(page, 'Last name')).toBeFocused();
  await expect(field(page, 'First name')).toHaveValue('Rosalind');
});

test('Someone types two passwords that differ, or no address', async ({ page }) => {
  await fillRegistration(page, newPerson());
  await field(page, 'Confirm password').fill('three tulips in the rian');
  await field(page, 'Email').fill('rosalind at post');
  await send(page);
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Passwords do not match.');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter a valid email address.');
  await expect(field(page, 'Email')).toBeFocused();
});

test('Someone who has an account, or a password that everybody has, is told under the field', async ({
  page,
  request,
  allowFailures,
}) => {
  allowFailures(CALL);
  const known = await registerPerson(request);
  await fillRegistration(page, { ...newPerson(), email: known.email.toUpperCase(), password: 'password123' });
  await send(page);
  await expect(field(page, 'Email')).toHaveAccessibleDescription(
    /^A user is already registered with this email address\./,
  );
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/^This password is too common\./);
  await expect(whole(page)).toHaveText('Registration failed.');
  await expect(field(page, 'Email')).toBeFocused();
  expect(await readTokens(page)).toEqual(NO_TOKENS);

  await page.getByRole('link', { name: 'Log in instead' }).click();
  await expect(page).toHaveURL('/login');
});

test('The shop cannot be reached, is broken, is busy: it says so, keeps what was typed, and then it works', {
  tag: '@core',
}, async ({ page, allowFailures }) => {
  allowFailures(CALL);
  const person = newPerson();
  await fillRegistration(page, person);
  const busy = 'We are very busy just now. Please try again in a moment.';
  for (const [answer, words] of [
    [undefined, 'We couldn’t reach the shop. Nothing is lost: check your connection and try again.'],
    [{ status: 500, body: '<h1>Oops</h1>' }, 'Something went wrong on our side. Nothing is lost.'],
    [{ status: 503, json: { detail: busy } }, busy],
  ] as const) {
    await page.route(CALL, (route) => (answer ? route.fulfill(answer) : route.abort('connectionrefused')));
    await send(page);
    await expect(whole(page)).toContainText(words);
    await expect(field(page, 'Email')).toHaveValue(person.email);
    await expect(field(page, 'Password')).toHaveValue(person.password);
    await expect(page).toHaveURL('/register');
    await page.unroute(CALL);
  }
  await send(page);
  await expect(page).toHaveURL('/product');
});

test('Someone is registered but not signed in: she is told what the shop says, or that tokens are missing', async ({
  page,
}) => {
  await fillRegistration(page, newPerson());
  for (const [json, words] of [
    [{}, 'Registered, but no tokens received.'],
    [{ access: 'a' }, 'Registered, but no tokens received.'],
    [{ detail: 'Please open the letter first.' }, 'Please open the letter first.'],
  ] as const) {
    await page.route(CALL, (route) => route.fulfill({ status: 201, json }));
    await send(page);
    await expect(notice(page, words)).toBeVisible();
    await expect(page).toHaveURL('/register');
    expect(await readTokens(page)).toEqual(NO_TOKENS);
    await page.unroute(CALL);
    await notice(page, words).click();
    await expect(notice(page, words)).toBeHidden();
  }
});
