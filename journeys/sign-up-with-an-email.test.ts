import type { Page } from '@playwright/test';
import { findFaults } from './accessibility.ts';
import { addressOf } from './bouquets.ts';
import { badge, FIRST, fact, payment, title } from './buying.ts';
import { expect, test } from './fixtures.ts';
import { findLink, openLetter, outboxLink } from './letters.ts';
import {
  button,
  field,
  logIn,
  NO_TOKENS,
  newPerson,
  notice,
  readTokens,
  registerPerson,
  signInPerson,
} from './people.ts';

const CODE = { subject: /\d{3} \d{3} is your code/, button: 'Log in' };
const PASSWORD = /\/api\/user\/profile\/password\/$/;
const USE = /\/api\/user\/login-code\/use\/$/;
const CONTINUE = 'Continue with your email';

/** Reads the newest code to an address in a tab of its own, as in a mail program. */
async function readCode(page: Page, to: string, isNot = ''): Promise<string> {
  const mail = await page.context().newPage();
  let code = '';
  await expect(async () => {
    await mail.goto(outboxLink());
    const letter = mail
      .getByRole('link', { name: CODE.subject })
      .filter({ hasText: `To ${to},` })
      .first();
    code = ((await letter.textContent({ timeout: 300 })) ?? '').replace(/^.*?(\d{3}) (\d{3}) is.*$/s, '$1$2');
    expect(code).toMatch(/^\d{6}$/);
    expect(code).not.toBe(isNot);
  }).toPass({ timeout: 45_000 });
  await mail.close();
  return code;
}

async function signUp(page: Page, email: string): Promise<void> {
  await field(page, 'Your email address').fill(email);
  await button(page, CONTINUE).click();
}

async function logOut(page: Page): Promise<void> {
  // Whatever is asked for still when the session ends is refused, and the browser says so in its console.
  // What the page before asked for is no sign that this one has its answer.
  await page.goto('about:blank');
  const asked = page.waitForResponse(/\/orders\/\?status=P,W$/);
  await page.goto('/profile');
  await asked;
  await button(page, 'Log out').click();
  await expect(page).toHaveURL('/');
  expect(await readTokens(page)).toEqual(NO_TOKENS);
}

test('A newcomer signs up with an email alone, comes back with a code, and sets a password when she likes', {
  tag: ['@core', '@phone', '@G38'],
}, async ({ page, visit, request, allowFailures }) => {
  test.slow();
  const { email, password } = newPerson();
  let code = '';

  await test.step('wants a bouquet, types her address, and finds it in the cart', async () => {
    await visit(await addressOf(FIRST, request));
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    await expect(page).toHaveURL('/register');
    await expect(button(page, CONTINUE)).toBeInViewport();
    // The long form of the specification is on the same page, below.
    const [one, many] = await Promise.all(
      [button(page, CONTINUE), field(page, 'First name')].map((at) => at.boundingBox()),
    );
    expect(one?.y).toBeLessThan(many?.y ?? 0);
    for (const label of ['First name', 'Last name', 'Username', 'Email', 'Password', 'Confirm password'])
      await expect(field(page, label)).toBeVisible();
    await signUp(page, email);
    await expect(page).toHaveURL('/cart');
    await expect(notice(page, 'Welcome.')).toBeVisible();
    await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
  });

  await test.step('logs out, and logs in with the code of a letter', async () => {
    await logOut(page);
    await visit('/login');
    await field(page, 'Email').fill(email);
    await page.getByRole('main').getByRole('link', { name: 'Get a code by email' }).click();
    await expect(page).toHaveURL('/login-code');
    await expect(field(page, 'Email')).toHaveValue(email);
    expect(await findFaults(page, 'sign-up with an email')).toEqual([]);
    await button(page, 'Send me a code').click();
    await expect(title(page)).toHaveText('Look in your inbox.');
    await expect(field(page, 'Code from the letter')).toBeFocused();
    expect(await findFaults(page, 'sign-up with an email')).toEqual([]);
    code = await readCode(page, email);
  });

  await test.step('mistypes it, reloads the page, and types it again', async () => {
    allowFailures(USE);
    await field(page, 'Code from the letter').fill(code === '000000' ? '000001' : '000000');
    await button(page, 'Log in').click();
    await expect(field(page, 'Code from the letter')).toHaveAccessibleDescription(/You have 4 tries left/);
    await page.reload();
    await field(page, 'Code from the letter').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    expect(await readTokens(page)).not.toEqual(NO_TOKENS);
    await expect(badge(page)).toHaveAccessibleName('Cart, 1 item');
  });

  await test.step('sets a password, with another code, and is not asked to', async () => {
    await page.goto('/profile?tab=details');
    await expect(title(page)).toHaveText('Hello.');
    await expect(page.getByRole('main').getByText('Confirmed', { exact: true })).toBeVisible();
    // She chose no username: the one that was made up says nothing to her.
    await expect(field(page, 'Username')).toHaveValue('');
    await expect(page.getByRole('main')).not.toContainText('guest-');
    await field(page, 'First name').fill('Rosie');
    await field(page, 'Last name').fill('Marsh');
    await button(page, 'Save').click();
    await expect(page.getByText('Your details have been saved.')).toBeVisible();
    await expect(title(page)).toHaveText('Hello, Rosie.');
    await expect(field(page, 'Username')).toHaveValue('');
    await button(page, 'Set a password').click();
    await button(page, 'Send me the code').click();
    await expect(page.getByText('A letter with a code is on its way to you.')).toBeVisible();
    await field(page, 'Code from the letter').fill(await readCode(page, email, code));
    await field(page, 'New password').fill(password);
    await field(page, 'Confirm password').fill(password);
    expect(await findFaults(page, 'sign-up with an email')).toEqual([]);
    allowFailures(PASSWORD);
    await page.route(PASSWORD, (route) => route.abort());
    await button(page, 'Set password').click();
    await expect(page.getByRole('alert')).toContainText('your password may have been set already.');
    await expect(page.getByRole('alert')).not.toContainText('the old one');
    await page.unroute(PASSWORD);
    await button(page, 'Set password').click();
    await expect(page.getByText('Your password has been set.')).toBeVisible();
    await expect(button(page, 'Change password')).toBeVisible();
  });

  await test.step('logs in with it', async () => {
    await logOut(page);
    await visit('/login');
    await logIn(page, { email, password });
    await expect(page).toHaveURL('/');
  });
});

test('Someone who has an account types the same address: nobody is signed in before the letter is read', async ({
  page,
  visit,
  request,
}) => {
  const { email } = await registerPerson(request);
  await visit(await addressOf(FIRST, request));
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await signUp(page, email);
  await expect(page).toHaveURL('/login-code');
  await expect(title(page)).toHaveText('Look in your inbox.');
  expect(await readTokens(page)).toEqual(NO_TOKENS);

  await test.step('presses the link in the letter; the page it opens waits for a press', async () => {
    const mail = await page.context().newPage();
    await readCode(mail, email);
    await mail.goto(await findLink(mail, email, CODE));
    await expect(title(mail)).toHaveText('Hello again.');
    expect(await readTokens(mail)).toEqual(NO_TOKENS);
    expect(await findFaults(mail, 'sign-up with an email')).toEqual([]);
    await button(mail, 'Log in').click();
    await expect(mail).toHaveURL('/cart');
    await expect(notice(mail, `You are logged in as ${email}.`)).toBeVisible();
    await expect(badge(mail)).toHaveAccessibleName('Cart, 1 item');
  });
});

test('Someone who has an address and no name yet is asked for the name before paying', async ({
  page,
  visit,
  request,
}) => {
  await visit('/register');
  await signUp(page, newPerson().email);
  await expect(page).toHaveURL('/product');
  const { access } = await readTokens(page);
  const headers = { authorization: `Bearer ${access}` };
  const address = { street_address: '12 Gillygate', apartment_address: 'Flat 3', city: 'York', postal_code: 'yo317eq' };
  expect((await request.post('/api/user/profile/address/', { headers, data: address })).status()).toBe(201);
  const products = await (await request.get('/api/products/')).json();
  const order = { order_items: [{ product: products[0].id, quantity: 1 }] };
  expect((await request.post('/api/user/orders/', { headers, data: order })).status()).toBe(201);

  await page.goto('/cart?step=address');
  await expect(page.getByText('Please tell us your name to proceed.')).toBeVisible();
  await button(page, 'Save name').click();
  await expect(field(page, 'Your name')).toHaveAccessibleDescription(/^Enter your name\./);
  expect(await findFaults(page, 'sign-up with an email')).toEqual([]);
  await field(page, 'Your name').fill('Rosalind Thorne');
  await page.keyboard.press('Enter');
  await expect(payment(page).getByRole('button', { name: 'Pay with PayPal', exact: true })).toBeVisible();
  await expect(button(page, 'Save name')).toBeHidden();
  await expect(fact(page, 'For')).toHaveText('you, Rosalind Thorne');
});

test('A link for another account tells somebody signed in that it was not used', async ({ page, request }) => {
  const { email } = await registerPerson(request);
  await request.post('/api/user/login-code/', { data: { email } });
  await readCode(page, email);
  const link = await findLink(page, email, CODE);
  await signInPerson(page, request);
  await page.goto(link);
  await expect(title(page)).toHaveText('You are logged in already.');
  await expect(page.getByText('If it is for another account, log out first')).toBeVisible();
  expect(await findFaults(page, 'sign-up with an email')).toEqual([]);
  await page.getByRole('link', { name: 'See who is logged in, or log out' }).click();
  await button(page, 'Log out').click();
  await expect(page).toHaveURL('/');
  await page.goto(link);
  await button(page, 'Log in').click();
  await expect(notice(page, `You are logged in as ${email}.`)).toBeVisible();
});

test('A wait for a code is forgotten for another address, and by whoever logs out, in every tab', async ({
  page,
  visit,
  request,
}) => {
  const [first, second] = [await registerPerson(request), await registerPerson(request)];
  const askFor = async (email: string) => {
    await visit('/login');
    await field(page, 'Email').fill(email);
    await page.getByRole('main').getByRole('link', { name: 'Get a code by email' }).click();
    await expect(page).toHaveURL('/login-code');
  };
  const stored = () => page.evaluate(() => sessionStorage.getItem('login_code'));
  await askFor(first.email);
  await button(page, 'Send me a code').click();
  await expect(page.getByText(first.email)).toBeVisible();
  // The same address, in other letters, is still waited for.
  await askFor(first.email.toUpperCase());
  await expect(page.getByText(first.email)).toBeVisible();
  await askFor(second.email);
  await expect(field(page, 'Email')).toHaveValue(second.email);
  expect(await stored()).toBeNull();
  await button(page, 'Send me a code').click();
  await expect(page.getByText(second.email)).toBeVisible();
  await page.reload();
  await expect(page.getByText(second.email)).toBeVisible();

  // She logs in by the link, in another tab, and out again there.
  const other = await page.context().newPage();
  await readCode(other, second.email);
  await other.goto(await findLink(other, second.email, CODE));
  await button(other, 'Log in').click();
  await expect(page).toHaveURL('/');
  expect(await stored()).not.toBeNull();
  await other.goto('/profile');
  await button(other, 'Log out').click();
  await expect(other).toHaveURL('/');
  await expect.poll(stored).toBeNull();
});

test('An account without a password is deleted with a code', async ({ page, visit }) => {
  const { email } = newPerson();
  await visit('/register');
  await signUp(page, email);
  await expect(page).toHaveURL('/product');
  await page.goto('/profile?tab=details');
  await button(page, 'Delete my account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('button', { name: 'Send me the code' }).click();
  await dialog.getByLabel('Code from the letter', { exact: true }).fill(await readCode(page, email));
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(notice(page, 'Your account has been deleted.')).toBeVisible();
  expect(await readTokens(page)).toEqual(NO_TOKENS);
});

test('The letter with a code shows it large, and without pictures', async ({ page, request }) => {
  const { email } = await registerPerson(request);
  await request.post('/api/user/login-code/', { data: { email } });
  const code = await readCode(page, email);
  await openLetter(page, email, CODE);
  const letter = page.getByTitle('The letter').contentFrame();
  await expect(letter.getByText(`${code.slice(0, 3)} ${code.slice(3)}`, { exact: true })).toBeVisible();
  await expect(letter.getByText('tell nobody the code')).toBeVisible();
});
