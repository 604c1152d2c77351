import type { Page } from '@playwright/test';
import { badge, FIRST } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-scripts.ts';
import { button, field, logIn, NO_TOKENS, readTokens, registerPerson, signInPerson } from './people.ts';

const CALL = /\/api\/user\/login\/$/;

const slot = (page: Page) => page.getByRole('main').getByRole('alert');

test.describe('Someone with an account', () => {
  test('mistypes the password, is told so, and types it again', { tag: ['@core', '@§8.7', '@D5'] }, async ({
    page,
    visit,
    request,
    allowFailures,
  }) => {
    allowFailures(CALL);
    const person = await registerPerson(request);
    await visit('/login');
    await logIn(page, { ...person, password: 'three tulips in the rian' });
    await expect(slot(page)).toHaveText('Incorrect email or password.');
    await expect(page).toHaveURL('/login');
    await expect(field(page, 'Email')).toHaveValue(person.email);
    await expect(field(page, 'Password')).toBeFocused();
    expect(await readTokens(page)).toEqual(NO_TOKENS);

    // The wrong password is selected, so that typing replaces it; Enter sends.
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    expect(await readTokens(page)).not.toEqual(NO_TOKENS);
  });

  test('has tried too often and hears when to try again, with the right password too', { tag: '@D5' }, async ({
    page,
    visit,
    request,
    allowFailures,
  }) => {
    allowFailures(CALL);
    const person = await registerPerson(request);
    for (let tries = 0; tries < 5; tries++) {
      await request.post('/api/user/login/', { data: { email: person.email, password: `guess ${tries}` } });
    }
    await visit('/login');
    await logIn(page, person);
    await expect(slot(page)).toHaveText(/^Too many attempts\. Try again in (1 minute|\d+ seconds)\.$/);
    await expect(field(page, 'Password')).toBeFocused();
    expect(await readTokens(page)).toEqual(NO_TOKENS);
  });

  test('logs out, and the shop still knows the device at the next login', async ({ page, visit, request }) => {
    const person = await registerPerson(request);
    const markKept = () => page.evaluate(() => localStorage.getItem('device_mark'));
    await visit('/login');
    await logIn(page, person);
    await expect(page).toHaveURL('/');
    const mark = await markKept();
    expect(mark).toMatch(/^[\w-]{43}$/);
    await visit('/profile');
    await button(page, 'Log out').click();
    await expect(page).toHaveURL('/');
    expect(await readTokens(page)).toEqual(NO_TOKENS);

    await visit('/login');
    const call = page.waitForRequest(CALL);
    await logIn(page, person);
    expect((await call).postDataJSON()).toMatchObject({ email: person.email, device_mark: mark });
    await expect(page).toHaveURL('/');
    expect(await markKept()).toBe(mark);
  });

  test('finds the remembered bouquet on the login page, and in the cart once logged in', {
    tag: ['@§3.9', '@G3'],
  }, async ({ page, visit, request }) => {
    const person = await registerPerson(request);
    await visit('/product');
    await button(page, `Add to Cart: ${FIRST}`).click();
    await expect(page).toHaveURL('/register');
    await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('main').getByText(FIRST, { exact: true })).toBeVisible();
    await logIn(page, person);
    await expect(page).toHaveURL('/cart');
    await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
  });

  test('presses Enter before the scripts are there: nothing is put into the address, and it is not forgotten', async ({
    page,
    request,
  }) => {
    const person = await registerPerson(request);
    const release = await holdScripts(page);
    const documents: string[] = [];
    page.on('request', (sent) => sent.isNavigationRequest() && documents.push(`${sent.method()} ${sent.url()}`));
    await page.goto('/login', { waitUntil: 'commit' });
    await field(page, 'Email').fill(person.email);
    await field(page, 'Password').fill(person.password);
    await field(page, 'Password').press('Enter');
    await expect(field(page, 'Password')).toHaveValue(person.password);
    await expect(page).toHaveURL('/login');
    release();
    await expect(page).toHaveURL('/');
    expect(await readTokens(page)).not.toEqual(NO_TOKENS);
    expect(documents).toEqual([expect.stringMatching(/^GET .*\/login$/)]);
  });
});

test('Someone signed in has no business on the pages for guests', { tag: ['@§2.24', '@§6.2', '@D12'] }, async ({
  page,
  request,
}) => {
  await signInPerson(page, request);
  for (const address of ['/login', '/register', '/forgot-password', '/account-confirm-email', '/login?next=%2Fabout']) {
    await page.goto(address);
    await expect(page, address).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('From our lane to their door.');
  }
  // The links in letters lead through the login page.
  await page.goto('/login?next=/profile?tab=addresses');
  await expect(page).toHaveURL('/profile?tab=addresses');
});
