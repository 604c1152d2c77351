import type { Registered } from '#contract/accounts.ts';
import { hashPassword } from '#server/features/accounts/passwords/passwords.ts';
import { createAccount } from '#server/features/accounts/register.ts';
import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;

export const PASSWORD = 'tulips by the dozen';

let count = 0;

/** A filled-in registration form of someone who has not registered yet. */
export function fillForm(changes: Record<string, unknown> = {}) {
  count++;
  return {
    username: `ada${count}`,
    email: `ada${count}@example.org`,
    password1: PASSWORD,
    password2: PASSWORD,
    first_name: 'Ada',
    last_name: 'Lovelace',
    ...changes,
  };
}

/**
 * Someone who has just registered, with their tokens. Whoever is in nothing particular comes without the form and its limits, in a
 * half of the time.
 */
export async function registerSomeone(shop: Shop, changes?: Record<string, unknown>): Promise<Registered> {
  if (!changes) return createSomeone(shop);
  const response = await shop.call('POST', '/api/user/register/', { body: fillForm(changes) });
  if (response.status !== 201) throw new Error(`Registering was answered ${response.status}: ${response.body}`);
  return response.json();
}

async function createSomeone({ deps }: Shop): Promise<Registered> {
  const { username, email, password1, first_name: firstName, last_name: lastName } = fillForm();
  const passwordHash = await hashPassword(password1, deps.hashCost);
  const visit = { network: '127.0.0.1', device: 'lightMyRequest', mark: undefined };
  return createAccount(deps, { username, email, firstName, lastName, passwordHash }, visit);
}

/** Signs someone in once more, as on another device. */
export async function logInAgain(shop: Shop, email: string, remember = false) {
  const response = await shop.call('POST', '/api/user/login/', { body: { email, password: PASSWORD, remember } });
  if (response.status !== 200) throw new Error(`Logging in was answered ${response.status}: ${response.body}`);
  return response.json() as Registered;
}

/** The link in the newest letter to someone. */
export async function linkTo(shop: Shop, email: string): Promise<string> {
  await shop.doJobs();
  const letter = shop.letters().findLast(({ to }) => to === email);
  const link = /https:\/\/shop\.example\/\S+/.exec(letter?.text ?? '')?.[0];
  if (!link) throw new Error(`No letter with a link was sent to ${email}.`);
  return link;
}
