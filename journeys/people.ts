import { randomBytes, randomInt } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import type { Registered } from '#contract/accounts.ts';
import { expect } from './fixtures.ts';

export type Person = { firstName: string; lastName: string; username: string; email: string; password: string };

/** A person that the shop does not know. Rate limits count by email address, so every journey has its own people. */
export function newPerson(): Person {
  const username = `rose-${randomBytes(5).toString('hex')}`;
  return {
    firstName: 'Rosalind',
    lastName: 'Thorne',
    username,
    email: `${username}@post.example`,
    password: 'three tulips in the rain',
  };
}

/** Registers a person through the API. */
export async function registerPerson(request: APIRequestContext): Promise<Person & { tokens: Registered }> {
  const person = newPerson();
  const response = await request.post('/api/user/register/', {
    // From a network of their own: from a single one the rate limit would stop them.
    headers: { 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}` },
    data: {
      first_name: person.firstName,
      last_name: person.lastName,
      username: person.username,
      email: person.email,
      password1: person.password,
      password2: person.password,
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return { ...person, tokens: await response.json() };
}

/** Registers a person and signs them in in this browser, in place of anyone else. */
export async function signInPerson(page: Page, request: APIRequestContext): Promise<Person> {
  const person = await registerPerson(request);
  await signIn(page, person);
  return person;
}

/** Signs them in in this browser, on a page that has no scripts of its own: they would take the tokens up before the next page. */
export async function signIn(page: Page, { tokens }: { tokens: Registered }): Promise<void> {
  await page.goto('/robots.txt');
  await storeTokens(page, { access: tokens.access, refresh: tokens.refresh });
}

type StoredTokens = { access: string | null; refresh: string | null };

/** The tokens in local storage. */
export const readTokens = (page: Page): Promise<StoredTokens> =>
  page.evaluate(() => ({
    access: localStorage.getItem('access_token'),
    refresh: localStorage.getItem('refresh_token'),
  }));

export const NO_TOKENS: StoredTokens = { access: null, refresh: null };

/** Writes tokens to local storage, or removes those that are null. */
export const storeTokens = (page: Page, tokens: Partial<StoredTokens>): Promise<void> =>
  page.evaluate((given) => {
    for (const [name, token] of Object.entries(given)) {
      if (token === null) localStorage.removeItem(`${name}_token`);
      else localStorage.setItem(`${name}_token`, token);
    }
  }, tokens);

/** Replaces the access token by one that is not valid. */
export const expireToken = (page: Page): Promise<void> => storeTokens(page, { access: 'ran.out.long-ago' });

export const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
export const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
export const notice = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });

/** A point where a notice will stand on a wide screen. A pointer that rests there stops its five seconds. */
export function whereNoticesStand(page: Page): [x: number, y: number] {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  return [width - 200, height - 60];
}

/** Fills the form on /register with all that it asks for. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await field(page, 'First name').fill(person.firstName);
  await field(page, 'Last name').fill(person.lastName);
  await field(page, 'Username').fill(person.username);
  await field(page, 'Email').fill(person.email);
  await field(page, 'Password').fill(person.password);
  await field(page, 'Confirm password').fill(person.password);
}

/** Fills the form on /login and sends it. */
export async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  // The page to register has fields of the same names, and stays for a moment after the address has changed.
  await button(page, 'Log in').waitFor();
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Log in').click();
}
