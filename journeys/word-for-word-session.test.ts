import type { Page, Request } from '@playwright/test';
import { addressOf, BOUQUETS } from './bouquets.ts';
import { badge } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { CONFIRM, findLink } from './letters.ts';
import {
  button,
  field,
  fillRegistration,
  logIn,
  NO_TOKENS,
  newPerson,
  notice,
  readTokens,
  registerPerson,
  signInPerson,
  storeTokens,
} from './people.ts';

// What the specification and its decisions fix of registering, logging in and staying so, as it is written there.

const REGISTERING = /\/api\/user\/register\/$/;
const LOGGING_IN = /\/api\/user\/login\/$/;

const bodies = (page: Page, call: RegExp): unknown[] => {
  const sent: unknown[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'POST' && call.test(request.url())) sent.push(request.postDataJSON());
  });
  return sent;
};

test('Registering asks for six things, all of them needed, and sends exactly those', { tag: '@core' }, async ({
  page,
  visit,
}) => {
  const sent = bodies(page, REGISTERING);
  const person = newPerson();
  await visit('/register');
  for (const label of ['First name', 'Last name', 'Username', 'Email', 'Password', 'Confirm password']) {
    await expect(field(page, label), label).toHaveAttribute('required');
  }
  const form = page.getByRole('form', { name: 'or register with a password' });
  await expect(form.getByRole('textbox')).toHaveCount(6);
  await expect(field(page, 'Email')).toHaveAttribute('type', 'email');
  await button(page, 'Register').click();
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Enter the password again.');
  expect(sent).toEqual([]);

  await fillRegistration(page, person);
  await button(page, 'Register').click();
  await expect(page).toHaveURL('/product');
  const { username, email, password } = person;
  const names = { first_name: person.firstName, last_name: person.lastName };
  expect(sent).toEqual([{ username, email, password1: password, password2: password, ...names }]);
});

test('What the shop says of a registration stands under its field, the first message of each', async ({
  page,
  visit,
  allowFailures,
}) => {
  allowFailures(REGISTERING);
  await visit('/register');
  await fillRegistration(page, newPerson());
  const json = {
    email: ['Not this address.', 'Nor any like it.'],
    password1: ['Not this password.', 'Never.'],
    non_field_errors: ['Not these together.', 'Nor apart.'],
  };
  await page.route(REGISTERING, (route) => route.fulfill({ status: 400, json }));
  await button(page, 'Register').click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Registration failed.');
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Not this address.');
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/^Not this password\. At least/);
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Not these together.');
  await expect(page.getByText(/Nor any like it|Never\.|Nor apart/)).toHaveCount(0);
});

test('Logging in checks nothing by itself: even an empty form goes to the shop', async ({
  page,
  visit,
  allowFailures,
}) => {
  allowFailures(LOGGING_IN);
  const sent = bodies(page, LOGGING_IN);
  await visit('/login');
  await button(page, 'Log in').click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Incorrect email or password.');
  expect(sent).toEqual([{ email: '', password: '', remember: false }]);
});

test('Logging in keeps both tokens under their names', { tag: '@core' }, async ({ page, visit, request }) => {
  const person = await registerPerson(request);
  await visit('/login');
  await logIn(page, person);
  await expect(page).toHaveURL('/');
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(stored).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test('Either token alone means being signed in', async ({ page, request, allowFailures }) => {
  allowFailures(/\/api\/user\/|\/auth\/refresh\//);
  // Otherwise a refresh token alone would soon fetch an access token.
  await page.route('**/auth/refresh/', (route) => route.abort('connectionrefused'));
  for (const missing of ['access', 'refresh'] as const) {
    await signInPerson(page, request);
    await storeTokens(page, { [missing]: null });
    for (const address of ['/login', '/register', '/forgot-password', '/account-confirm-email']) {
      await page.goto(address);
      await expect(page, `${address} without ${missing}`).toHaveURL('/');
    }
  }
});

test('The login page takes the remembered bouquet out of local storage, and adds it once signed in', {
  tag: '@core',
}, async ({ page, visit, request }) => {
  const person = await registerPerson(request);
  const [bouquet] = BOUQUETS;
  const id = (await addressOf(bouquet?.name ?? '', request)).split('/').at(-1);
  const remembered = () => page.evaluate(() => localStorage.getItem('pending_product'));
  await visit('/product');
  await button(page, `Add to Cart: ${bouquet?.name}`).click();
  await expect(page).toHaveURL('/register');
  expect(await remembered()).toBe(id);
  const stored = page.getByRole('main').getByText(/ delivered, kept for you$/);
  const price = `£${((bouquet?.price ?? 0) + 5).toFixed(2)} delivered, kept for you`;
  await expect(stored).toHaveText(price);

  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(remembered).toBeNull();
  await expect(stored).toHaveText(price);
  await expect(page.getByRole('main').getByText(bouquet?.name ?? '', { exact: true })).toBeVisible();
  await logIn(page, person);
  await expect(page).toHaveURL('/cart');
  await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
});

test('A new password is asked for twice, and both are needed', async ({ page, visit }) => {
  const sent = bodies(page, /\/password\/reset\/confirm\//);
  await visit('/password/reset/confirm/MQ/a-token');
  for (const label of ['New password', 'Confirm password'])
    await expect(field(page, label)).toHaveAttribute('required');
  await button(page, 'Reset Password').click();
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/^Enter a new password\./);
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Enter the new password again.');
  expect(sent).toEqual([]);
});

test('A new password is sent with the parts of its link', async ({ page, visit, allowFailures }) => {
  allowFailures(/\/password\/reset\/confirm\//);
  const sent = bodies(page, /\/password\/reset\/confirm\/MQ\/a-token$/);
  await visit('/password/reset/confirm/MQ/a-token');
  for (const label of ['New password', 'Confirm password']) await field(page, label).fill('three tulips in the rain');
  await button(page, 'Reset Password').click();
  const said = page.getByRole('main').getByRole('alert');
  await expect(said.getByText('Failed to reset password. Please try again.', { exact: true })).toBeVisible();
  const password = 'three tulips in the rain';
  expect(sent).toEqual([{ new_password1: password, new_password2: password, uid: 'MQ', token: 'a-token' }]);
});

test('Two seconds after a new password was set, and not before, the login page opens', async ({ page, visit }) => {
  await visit('/password/reset/confirm/MQ/a-token');
  await page.route('**/password/reset/confirm/**', (route) => route.fulfill({ json: {} }));
  // Measured by the page's clock, so that a busy machine does no harm.
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    new MutationObserver(() => {
      const said = document.querySelector('main')?.textContent?.includes('Password has been reset successfully.');
      if (times.length === 0 && said) times.push(performance.now());
      if (times.length === 1 && location.pathname === '/login') times.push(performance.now());
    }).observe(document.body, { subtree: true, childList: true });
  });
  for (const label of ['New password', 'Confirm password']) await field(page, label).fill('three tulips in the rain');
  await button(page, 'Reset Password').click();
  await expect(page).toHaveURL('/login');
  const [said = 0, left = 0] = await page.evaluate(() => Reflect.get(window, 'times') as number[]);
  expect(left - said).toBeGreaterThan(1_950);
  expect(left - said).toBeLessThan(3_000);
});

test('The answer to a forgotten password is the toast, whatever it says', async ({ page, visit }) => {
  const call = /\/api\/v1\/auth\/password\/reset\/$/;
  const sent = bodies(page, call);
  await visit('/forgot-password');
  await page.route(call, (route) => route.fulfill({ json: { detail: 'Look under the flower pot.' } }));
  await field(page, 'Email').fill('rosalind@post.example');
  await button(page, 'Send the link').click();
  await expect(notice(page, 'Look under the flower pot.')).toBeVisible();
  expect(sent).toEqual([{ email: 'rosalind@post.example' }]);
});

test('Being refused by a call about the session itself renews nothing and ends nothing', async ({
  page,
  visit,
  request,
  allowFailures,
}) => {
  test.slow();
  const calls =
    /\/api\/user\/(login|register)\/$|\/api\/v1\/auth\/|\/account-confirm-email\/|\/password\/reset\/confirm\//;
  allowFailures(calls);
  const refreshes: string[] = [];
  page.on('request', (call) => /\/auth\/refresh\/$/.test(call.url()) && refreshes.push(call.url()));
  const refuse = () =>
    page.route(calls, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401, json: { detail: 'No.' } }) : route.continue(),
    );

  await test.step('without tokens, a guest stays where they are', async () => {
    await refuse();
    await visit('/login');
    await logIn(page, newPerson());
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('No.');
    await expect(page).toHaveURL('/login');
    await visit('/register');
    await fillRegistration(page, newPerson());
    await button(page, 'Register').click();
    const said = page.getByRole('main').getByRole('alert');
    await expect(said.getByText('Registration failed.', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/register');
    await visit('/forgot-password');
    await field(page, 'Email').fill('rosalind@post.example');
    await button(page, 'Send the link').click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('No.');
    await expect(page).toHaveURL('/forgot-password');
    await page.unroute(calls);
  });

  await test.step('with tokens, they are kept as they were', async () => {
    const person = await signInPerson(page, request);
    const before = await readTokens(page);
    // The outbox has another origin, with a local storage of its own.
    const link = await findLink(page, person.email, CONFIRM);
    await refuse();
    await page.goto(link);
    await expect(page.getByRole('main').getByRole('status')).toContainText('Something went wrong.');
    await page.goto('/password/reset/confirm/MQ/a-token');
    for (const label of ['New password', 'Confirm password']) await field(page, label).fill('three tulips in the rain');
    await button(page, 'Reset Password').click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to reset password.');
    expect(await readTokens(page)).toEqual(before);
  });

  await test.step('and logging out is heard all the same, which bouquets were opened is forgotten too', async () => {
    await page.goto('/profile');
    await page.evaluate(() => localStorage.setItem('recently_seen', '[1, 2]'));
    await button(page, 'Log out').click();
    await expect(page).toHaveURL('/');
    expect(await readTokens(page)).toEqual(NO_TOKENS);
    expect(await page.evaluate(() => localStorage.getItem('recently_seen'))).toBeNull();
  });
  expect(refreshes).toEqual([]);
});
