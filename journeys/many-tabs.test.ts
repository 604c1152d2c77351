import type { Page } from '@playwright/test';
import { expect, test, waitUntilInteractive } from './fixtures.ts';
import { button, expireToken, field, logIn, NO_TOKENS, readTokens, signInPerson } from './people.ts';

const TABS = 20;
const MAX_REFRESHES = 4;
const ASKING = /\/api\/user\/profile\/$/;

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('Who logs out in one tab is logged out in all, and nothing of hers stays', {
  tag: ['@core', '@§2.37', '@§4.14', '@D2'],
}, async ({ page, context, request }) => {
  const { email } = await signInPerson(page, request);
  const [elsewhere, reading] = [await context.newPage(), await context.newPage()];
  for (const tab of [page, elsewhere]) {
    await tab.goto('/profile?tab=details');
    await expect(title(tab)).toHaveText('Hello, Rosalind.');
  }
  await reading.goto('/care');
  await waitUntilInteractive(reading);
  const { access, refresh } = await readTokens(page);

  await button(page, 'Log out').click();
  await expect(page).toHaveURL('/');
  await expect(elsewhere).toHaveURL('/');
  await expect(reading).toHaveURL('/care');
  for (const tab of [page, elsewhere, reading]) {
    expect(await readTokens(tab)).toEqual(NO_TOKENS);
    await expect(tab.getByText(email)).toHaveCount(0);
  }

  // Copies of the tokens are worth nothing either.
  await expect
    .poll(async () => {
      const response = await request.get('/api/user/profile/', { headers: { authorization: `Bearer ${access}` } });
      return response.status();
    })
    .toBe(401);
  expect((await request.post('/auth/refresh/', { data: { refresh } })).status()).toBe(401);
});

test('Who logs in in one tab is known in the others', async ({ page, context, request }) => {
  const person = await signInPerson(page, request);
  await page.evaluate(() => localStorage.clear());
  const waiting = await context.newPage();
  await waiting.goto('/register?next=%2Fprofile');
  await waitUntilInteractive(waiting);
  await page.goto('/login');
  await waitUntilInteractive(page);
  await logIn(page, person);
  await expect(page).toHaveURL('/');
  await expect(waiting).not.toHaveURL(/register/);
  await waiting.goto('/profile?tab=details');
  await expect(title(waiting)).toHaveText('Hello, Rosalind.');
});

test('The shop is not told, or does not hear: logging out works all the same', {
  tag: ['@§8.6', '@D2', '@D9'],
}, async ({ page, request, allowFailures }) => {
  const call = /\/api\/v1\/auth\/logout\/$/;
  allowFailures(call);
  for (const response of [undefined, { status: 500, body: 'Oops' }]) {
    await signInPerson(page, request);
    await page.route(call, (route) => (response ? route.fulfill(response) : route.abort('connectionrefused')));
    await page.goto('/profile?tab=details');
    const { refresh } = await readTokens(page);
    await button(page, 'Log out').click();
    await expect(page).toHaveURL('/');
    const said = page.getByRole('alert');
    await expect(said.getByText('Logged out here, but the shop didn’t hear.', { exact: true })).toBeVisible();
    expect(await readTokens(page)).toEqual(NO_TOKENS);
    await page.unroute(call);
    await said.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'You are logged out.' })).toBeVisible();
    expect((await request.post('/auth/refresh/', { data: { refresh } })).status()).toBe(401);
  }
});

test(`${TABS} tabs wake with a token that ran out: they share a new one, and nobody is signed out`, {
  tag: '@§8.2',
}, async ({ page, context, request, allowFailures }) => {
  test.slow();
  allowFailures(ASKING);
  const { email } = await signInPerson(page, request);
  const tabs = [page];
  while (tabs.length < TABS) tabs.push(await context.newPage());
  await page.goto('/profile?tab=details');
  await expect(title(page)).toHaveText('Hello, Rosalind.');
  const before = await readTokens(page);
  await expireToken(page);

  const refreshes: string[] = [];
  context.on('request', (call) => call.url().endsWith('/auth/refresh/') && refreshes.push(call.method()));
  let refused = 0;
  context.on('response', (response) => {
    if (response.status() === 401 && ASKING.test(response.url())) refused += 1;
  });
  // All requests are held until the last tab has sent its own, however slow the machine: twenty tabs that wake at once may need
  // longer than a page waits for an answer, which is another test's matter.
  await context.addInitScript(() => {
    const limit = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => limit(12 * ms);
  });
  let asking = 0;
  const all = Promise.withResolvers<void>();
  await context.route(ASKING, async (route) => {
    asking += 1;
    if (asking === TABS) all.resolve();
    await all.promise;
    await route.continue();
  });
  await Promise.all(tabs.map((tab) => tab.goto('/profile?tab=details')));
  for (const tab of tabs) {
    await expect(title(tab)).toHaveText('Hello, Rosalind.', { timeout: 45_000 });
    await expect(field(tab, 'First name')).toHaveValue('Rosalind');
    await expect(tab.getByRole('main').getByText(email, { exact: true })).toHaveCount(1);
  }
  expect(refused).toBe(TABS);
  // Usually one or two: a tab may get the lock a moment before it sees the tokens that the tab before it has stored.
  // The shop accepts an old refresh token for a grace period, so that does no harm.
  console.log(`  ${TABS} tabs, ${refreshes.length} refreshed`);
  expect(refreshes.length).toBeGreaterThan(0);
  expect(refreshes.length).toBeLessThanOrEqual(MAX_REFRESHES);
  const after = await readTokens(page);
  expect(after.refresh).not.toBe(before.refresh);
  expect(after.access).not.toBe(before.access);

  // The stored tokens are valid: they can be renewed once more.
  await expireToken(page);
  await page.reload();
  await expect(title(page)).toHaveText('Hello, Rosalind.');
  expect((await readTokens(page)).refresh).not.toBe(after.refresh);
});
