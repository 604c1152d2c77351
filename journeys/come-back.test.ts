import { expect, test } from './fixtures.ts';
import { button, fillRegistration, keep, kept, logIn, NOTHING, newPerson, registered } from './people.ts';

test.describe('Someone comes to a private page without being signed in', () => {
  test('and after logging in comes back to it', async ({ page, visit, request }) => {
    const person = await registered(request);
    await visit('/profile');
    await expect(page).toHaveURL('/register?next=%2Fprofile');
    await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL('/login?next=%2Fprofile');
    await logIn(page, person);
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order History');
  });

  test('and after registering comes back to it', async ({ page, visit }) => {
    await visit('/cart');
    await expect(page).toHaveURL('/register?next=%2Fcart');
    await fillRegistration(page, newPerson());
    await button(page, 'Register').click();
    await expect(page).toHaveURL('/cart');
  });
});

test('Nobody is led to another site, whatever the address says', async ({ page, visit, request }) => {
  test.slow();
  const person = await registered(request);
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
      await expect.poll(() => kept(page)).not.toEqual(NOTHING);
      await expect(page).toHaveURL('/');
      await keep(page, NOTHING);
    });
  }
  await visit(`/register?next=${encodeURIComponent('//evil.example')}`);
  await fillRegistration(page, newPerson());
  await button(page, 'Register').click();
  await expect(page).toHaveURL('/product');
});
