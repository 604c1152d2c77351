import type { SignedIn } from '#contract/accounts.ts';
import type { Call, Customer } from './http-client.ts';
import type { Shop } from './shop.ts';

/** The proxy that this shop believes, so that each call can come from somewhere else. */
export const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' };

const PASSWORD = 'tulips by the dozen';
const WRONG_PASSWORD = 'tulips by the score';

let calls = 0;

/** A call from a network that nobody has called from yet, as each visitor has one of their own. */
export function fromElsewhere(body: unknown): Call {
  calls += 1;
  return { body, headers: { 'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` } };
}

/** The addresses of both kinds look alike: nothing but the account is different. */
const addressOf = (number: number) => `visitor${1_000 + number}@example.org`;
export const known = (place: number): string => addressOf(2 * place);
export const unknown = (place: number): string => addressOf(2 * place + 1);

export const rightLogin = (email: string) => ({ email, password: PASSWORD });
export const wrongLogin = (email: string) => ({ email, password: WRONG_PASSWORD });

/** Registers the first so many of the known visitors, one after the other. */
export async function registerVisitors({ url }: Shop, customer: Customer, count: number): Promise<void> {
  for (let place = 0; place < count; place++) {
    const form = {
      username: `visitor${place}`,
      email: known(place),
      password1: PASSWORD,
      password2: PASSWORD,
      first_name: 'Ada',
      last_name: 'Lovelace',
    };
    const answer = await customer.call(`${url}/api/user/register/`, fromElsewhere(form));
    if (answer.status !== 201) throw new Error(`Registering was answered ${answer.status}: ${answer.body}`);
  }
}

/** A token for private calls. */
export async function signIn({ url }: Shop, customer: Customer, email: string): Promise<string> {
  const answer = await customer.call(`${url}/api/user/login/`, fromElsewhere(rightLogin(email)));
  if (answer.status !== 200) throw new Error(`Signing in was answered ${answer.status}: ${answer.body}`);
  return (JSON.parse(String(answer.body)) as SignedIn).access;
}
