import { createCustomer, fromNewNetwork, PASSWORD } from '../rig/customer.ts';
import type { HttpClient, HttpRequest } from '../rig/http-client.ts';

/** The proxy that this shop trusts, so that each request can come from another network. */
export const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' };
export const LOGIN = '/api/user/login/';

/** A request from a network of its own, as each visitor has one. */
export const fromElsewhere = (path: string, body: unknown): HttpRequest => ({ path, body, headers: fromNewNetwork() });

/** The addresses of both kinds look alike: nothing but the account is different. */
const addressOf = (number: number) => `visitor${1_000 + number}@example.org`;
export const known = (number: number): string => addressOf(2 * number);
export const unknown = (number: number): string => addressOf(2 * number + 1);

export const rightLogin = (email: string) => ({ email, password: PASSWORD });
export const wrongLogin = (email: string) => ({ email, password: 'tulips by the score' });

/** Registers the first so many of the known visitors, one after the other; the last of them. */
export async function registerVisitors(client: HttpClient, count: number) {
  let last = await createCustomer(client, { form: { username: 'visitor0', email: known(0) } });
  for (let number = 1; number < count; number++)
    last = await createCustomer(client, { form: { username: `visitor${number}`, email: known(number) } });
  return last;
}
