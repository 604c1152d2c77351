import { readFile } from 'node:fs/promises';
import { FIRST } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { CONFIRM, openLetter, outboxLink, pressLink } from './letters.ts';
import { signInWithOrders } from './past-orders.ts';
import { button, field, fillRegistration, logIn, NO_TOKENS, newPerson, notice, readTokens } from './people.ts';

test('A new customer registers, confirms from the letter, looks after her account, and closes it', {
  tag: ['@core', '@§3.7', '@§4.15', '@§5.15', '@D6', '@D12', '@G18', '@G20', '@G39'],
}, async ({ page, visit, allowFailures }) => {
  test.slow();
  const person = newPerson();
  const askingToConfirm = page.getByRole('region', { name: 'Confirm your email' });

  await test.step('registers and is signed in', async () => {
    await visit('/register');
    await fillRegistration(page, person);
    await button(page, 'Register').click();
    await expect(page).toHaveURL('/product');
    await expect(notice(page, 'Welcome.')).toBeVisible();
    expect(await readTokens(page)).toEqual({ access: expect.any(String), refresh: expect.any(String) });
  });

  await test.step('is asked to confirm, and has the letter sent again', async () => {
    await expect(askingToConfirm).toContainText(`Please confirm ${person.email} by the link in your inbox.`);
    await askingToConfirm.getByRole('button', { name: 'Send again' }).click();
    await expect(askingToConfirm.getByRole('status')).toHaveText('The letter is on its way again.');
  });

  await test.step('presses the link in the letter', async () => {
    const letter = page.getByRole('link', { name: CONFIRM.subject }).filter({ hasText: person.email });
    await expect(async () => {
      await page.goto(outboxLink());
      await expect(letter).toHaveCount(2, { timeout: 300 });
    }).toPass({ timeout: 45_000 });
    await openLetter(page, person.email, CONFIRM);
    await pressLink(page, CONFIRM);
    await expect(notice(page, 'Your email has been confirmed.')).toBeVisible();
    await expect(page).toHaveURL('/');
  });

  await test.step('finds her address confirmed, and changes her name', async () => {
    await visit('/profile?tab=details');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Rosalind.');
    await expect(page.getByRole('main').getByText('Confirmed', { exact: true })).toBeVisible();
    await expect(askingToConfirm).toBeHidden();
    await field(page, 'First name').fill('Rosie');
    await button(page, 'Save').click();
    await expect(page.getByText('Your details have been saved.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Rosie.');
  });

  await test.step('downloads her data', async () => {
    const downloading = page.waitForEvent('download');
    await button(page, 'Download my data').click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('marigold-lane-my-data.json');
    const data = JSON.parse(await readFile(await file.path(), 'utf8'));
    const { email, username } = person;
    expect(data.account).toMatchObject({ email, username, first_name: 'Rosie', email_confirmed: true });
    expect(data.sessions).toHaveLength(1);
    expect(data.letters).toHaveLength(2);
    expect(JSON.stringify(data)).not.toMatch(/password|argon2|token/i);
  });

  await test.step('logs out', async () => {
    await button(page, 'Log out').click();
    await expect(page).toHaveURL('/');
    await expect(notice(page, 'You are logged out.')).toBeVisible();
    expect(await readTokens(page)).toEqual(NO_TOKENS);
  });

  await test.step('logs in, to be remembered for thirty days', async () => {
    await visit('/login');
    await page.getByRole('checkbox', { name: 'Remember me' }).check();
    await logIn(page, person);
    await expect(page).toHaveURL('/');
    const { access } = await readTokens(page);
    const response = await page.request.get('/api/user/profile/download/', {
      headers: { authorization: `Bearer ${access}` },
    });
    const [session] = (await response.json()).sessions;
    expect(session.remember).toBe(true);
    const days = (Date.parse(session.expires_at) - Date.parse(session.signed_in_at)) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
  });

  await test.step('deletes the account, with her password', async () => {
    await visit('/profile?tab=details');
    allowFailures(/\/api\/user\/profile\/delete\/$/);
    await button(page, 'Delete my account').click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect(password).toBeFocused();
    await password.fill('three tulips in the sun');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(password).toHaveAccessibleDescription('Incorrect password.');
    await password.fill(person.password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page).toHaveURL('/');
    await expect(notice(page, 'Your account has been deleted.')).toBeVisible();
    expect(await readTokens(page)).toEqual(NO_TOKENS);
  });

  await test.step('and nobody gets in any more', async () => {
    allowFailures(/\/api\/user\/login\/$/);
    await visit('/login');
    await logIn(page, person);
    await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.');
    await expect(page).toHaveURL('/login');
  });
});

test('Whoever has not confirmed is asked to on every page, without anything moving, until it is put away for the day', {
  tag: '@G39',
}, async ({ page, request, visit, allowFailures }) => {
  test.slow();
  allowFailures(/\/tulip-mania$/);
  const { orders } = await signInWithOrders(page, request, [{ [FIRST]: 1 }]);
  const order = `/history/${orders[0]?.id}`;
  const asking = page.getByRole('region', { name: 'Confirm your email' });
  await visit('/');
  await expect(asking).toBeVisible();
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: (entry as unknown as { value: number }).value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const steady = ['/', '/product', '/product/1', '/about', '/cart', '/cart?step=address', '/profile', '/wish-list'];
  // These fill by themselves what stands below.
  const filling = [
    order,
    `${order}/change`,
    `${order}/receipt`,
    `/cart?step=done&order=${orders[0]?.id}`,
    '/tulip-mania',
  ];
  for (const address of [...steady, ...filling]) {
    await visit(address);
    await expect(asking, address).toBeVisible();
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    if (steady.includes(address)) expect(shift, address).toBeLessThan(0.02);
  }
  await asking.getByRole('button', { name: 'Not today' }).click();
  await expect(asking).toBeHidden();
  await visit('/about');
  await page.waitForLoadState('networkidle');
  await expect(asking).toBeHidden();
  // The next day.
  await page.clock.setFixedTime(Date.now() + 24 * 3_600_000);
  await page.reload();
  await expect(asking).toBeVisible();
});
