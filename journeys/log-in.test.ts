import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-scripts.ts';
import { button, field, logIn, NO_TOKENS, readTokens, registerPerson, signInPerson } from './people.ts';

const CALL = /\/api\/user\/login\/$/;

const slot = (page: Page) => page.getByRole('main').getByRole('alert');

test.describe('Someone with an account', () => {
  test('mistypes the password, is told so, and types it again', { tag: '@core' }, async ({
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

  test('looks at the password as it is typed, and it stays what it was', async ({ page, visit }) => {
    await visit('/login');
    const password = field(page, 'Password');
    await password.fill('three tulips');
    await expect(password).toHaveAttribute('type', 'password');
    await expect(button(page, 'Show')).toHaveAccessibleDescription('Password');
    await button(page, 'Show').click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue('three tulips');
    await button(page, 'Hide').click();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(password).toHaveValue('three tulips');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await expect(field(page, 'Email')).toHaveAttribute('autocomplete', 'username');
  });

  test('has tried too often and hears when to try again, with the right password too', async ({
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

test('Someone signed in has no business on the pages for guests', async ({ page, request }) => {
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

test.describe('The slogans', () => {
  const SLOGANS = [/through a front door/, /Say it with stems/, /Some ask for tulips/, /best thing to be/];

  /** The slogans that are visible, even faintly: one that fades out still counts. */
  const shown = async (page: Page) => {
    const opacities = SLOGANS.map((words) =>
      page.getByText(words).evaluate((slogan) => Number(getComputedStyle(slogan).opacity)),
    );
    return (await Promise.all(opacities)).flatMap((opacity, place) => (opacity > 0.01 ? [place] : []));
  };

  /** The slogan that has come to rest: after the clock has jumped, the page may not yet have drawn the turn that was due. */
  const restingOn = async (page: Page) => {
    let last: number[] = [];
    await expect
      .poll(async () => {
        const before = last;
        last = await shown(page);
        return last.length === 1 && last[0] === before[0];
      })
      .toBe(true);
    return last[0] ?? 0;
  };

  for (const address of ['/login', '/register']) {
    test(`on ${address} take turns every three seconds, until someone stops them`, async ({ page, visit }) => {
      await page.clock.install();
      await visit(address);
      await page.clock.pauseAt(Date.now() + 60_000);
      const first = await restingOn(page);
      for (const turn of [1, 2, 3, 4]) {
        await page.clock.runFor(3_000);
        await expect.poll(() => shown(page)).toEqual([(first + turn) % SLOGANS.length]);
      }
      await button(page, 'Stop the slogans').click();
      await expect(button(page, 'Let the slogans move')).toBeVisible();
      await page.clock.runFor(9_000);
      expect(await shown(page)).toEqual([first]);
    });
  }

  test.describe('for someone who asked for less motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('stand still', async ({ page, visit }) => {
      await page.clock.install();
      await visit('/login');
      await page.clock.runFor(10_000);
      expect(await shown(page)).toEqual([0]);
    });
  });
});
