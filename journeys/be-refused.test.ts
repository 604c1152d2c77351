import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { button, field, fillRegistration, NO_TOKENS, newPerson, readTokens, registerPerson } from './people.ts';

const CALL = /\/api\/user\/register\/$/;

const send = (page: Page) => button(page, 'Register').click();
const whole = (page: Page) => page.getByRole('main').getByRole('alert');

test.beforeEach(({ visit }) => visit('/register'));

test('Someone who has an account, or a password that everybody has, is told under the field', {
  tag: ['@§5.9', '@§8.17', '@G21'],
}, async ({ page, request, allowFailures }) => {
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
