import { expect, test } from './fixtures.ts';
import {
  button,
  field,
  fillRegistration,
  logIn,
  NO_TOKENS,
  newPerson,
  readTokens,
  registerPerson,
  storeTokens,
} from './people.ts';

test.describe('Someone comes to a private page without being signed in', () => {
  test('and after logging in comes back to it', { tag: ['@core', '@G2', '@G29'] }, async ({ page, visit, request }) => {
    const person = await registerPerson(request);
    await visit('/profile');
    await expect(page).toHaveURL('/register?next=%2Fprofile');
    // Above the form, since someone sent here most likely has an account.
    const first = page.getByRole('main').getByRole('link', { name: 'To see your account, log in' });
    await expect(first).toBeVisible();
    expect((await first.boundingBox())?.y).toBeLessThan((await field(page, 'First name').boundingBox())?.y ?? 0);
    await first.click();
    await expect(page).toHaveURL('/login?next=%2Fprofile');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL('/forgot-password?next=%2Fprofile');
    await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL('/login?next=%2Fprofile');
    await logIn(page, person);
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order History');
  });

  test('and after registering comes back to it', { tag: ['@G2', '@G29'] }, async ({ page, visit }) => {
    await visit('/cart');
    await expect(page).toHaveURL('/register?next=%2Fcart');
    await fillRegistration(page, newPerson());
    await button(page, 'Register').click();
    await expect(page).toHaveURL('/cart');
  });
});

test('A guest finds Log in at the top of every page, and comes back to it', async ({ page, visit, request }) => {
  const person = await registerPerson(request);
  await visit('/product?occasion=sympathy');
  await page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/login?next=%2Fproduct%3Foccasion%3Dsympathy');
  await logIn(page, person);
  await expect(page).toHaveURL('/product?occasion=sympathy');
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toHaveCount(0);

  await test.step('on a phone it is in the menu', async () => {
    await storeTokens(page, NO_TOKENS);
    await page.setViewportSize({ width: 360, height: 640 });
    await visit('/about');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/login?next=%2Fabout');
    const form = await button(page, 'Log in').boundingBox();
    const slogan = await page.getByText(/through a front door/).boundingBox();
    expect(slogan?.y, 'nothing but words stands above the form').toBeGreaterThan(form?.y ?? 0);
  });
});

test('Nobody is led to another site, whatever the address says', { tag: '@G2' }, async ({ page, visit, request }) => {
  test.slow();
  const person = await registerPerson(request);
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/./\t/evil.example',
    '/..//evil.example',
  ]) {
    await test.step(next, async () => {
      await visit(`/login?next=${encodeURIComponent(next)}`);
      await expect(page.getByRole('link', { name: 'Register with your email' })).toHaveAttribute('href', '/register');
      await logIn(page, person);
      await expect.poll(() => readTokens(page)).not.toEqual(NO_TOKENS);
      await expect(page).toHaveURL('/');
      await storeTokens(page, NO_TOKENS);
    });
  }
  await visit(`/register?next=${encodeURIComponent('//evil.example')}`);
  await fillRegistration(page, newPerson());
  await button(page, 'Register').click();
  await expect(page).toHaveURL('/product');
});
