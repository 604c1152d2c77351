import { ADDRESS, type Customer, fromNewNetwork, PASSWORD } from '../../rig/customer.ts';
import { SHOP } from '../test-environment.ts';
import type { Repeated } from './send-again-and-again.ts';

const FROM_ELSEWHERE = fromNewNetwork();
/** What is refused by network sends from one of its own, so that no kind is refused for what another has sent. */
const FROM = {
  registering: fromNewNetwork(),
  desk: fromNewNetwork(),
  pages: fromNewNetwork(),
  paypal: fromNewNetwork(),
};
const PASSWORDS = { email: 'greedy{n}@example.org', password: 'not the password' };
const JSON_BODY = { 'content-type': 'application/json' };
const NEW_CUSTOMER = {
  username: 'greedy-{n}',
  email: 'greedy-{n}@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  password1: PASSWORD,
  password2: PASSWORD,
};

const send = (method: string, path: string, headers: Record<string, string>, body: object): Repeated => ({
  method,
  path,
  body,
  headers: { ...headers, ...JSON_BODY },
});
const read = (path: string, headers: Record<string, string> = FROM_ELSEWHERE): Repeated => ({ path, headers });

/** What is not cached, by kind: of somebody signed in, and of a network. */
export function listKinds(greedy: Customer, bouquet: number, cart: number): Record<string, Repeated> {
  const own = { authorization: `Bearer ${greedy.tokens().access}`, ...FROM_ELSEWHERE };
  const line = { order_items: [{ product: bouquet, quantity: 1 }] };
  const mailbox = { email: 'greedy{n}@example.org' };
  const fromDesk = { ...FROM.desk, origin: SHOP };
  return {
    'reading the own profile': read('/api/user/profile/', own),
    'reading the own orders': read('/api/user/orders/', own),
    'reading an order that is none': read('/api/user/orders/9{n}/', own),
    'reading the own addresses': read('/api/user/profile/address/', own),
    'reading the own reminders': read('/api/user/profile/reminders/', own),
    'reading the own devices': read('/api/user/profile/sessions/', own),
    'downloading what is known of oneself': read('/api/user/profile/download/', own),
    'reading the wish list': read('/api/user/wish-list/', own),
    'saving on the wish list': { method: 'PUT', ...read(`/api/user/wish-list/${bouquet}/`, own) },
    'merging wish lists': send('POST', '/api/user/wish-list/merge/', own, { products: [bouquet] }),
    'making the list’s link': { method: 'PUT', ...read('/api/user/wish-list/link/', own) },
    'putting into the cart': send('POST', '/api/user/orders/', own, line),
    'guessing promo codes': send('PATCH', `/api/user/orders/${cart}/update-code/`, own, { code: 'MADEUP{n}' }),
    'changing the profile': send('PATCH', '/api/user/profile/', own, { first_name: 'Ada {n}' }),
    'adding addresses': send('POST', '/api/user/profile/address/', own, ADDRESS),
    'remembering dates': send('POST', '/api/user/profile/reminders/', own, {
      who: 'Mum {n}',
      occasion: 'birthday',
      month: 5,
      day: 4,
    }),
    'reporting damage of no order': read('/api/user/orders/9{n}/claim/', own),
    'asking how a payment stands': read(`/api/user/payments/paypal/status/?order_id=${cart}`, own),
    'having the password checked': send('POST', '/api/user/profile/delete/', own, { password: 'not it' }),
    'asking for a reset': send('POST', '/api/v1/auth/password/reset/', FROM_ELSEWHERE, mailbox),
    'asking for a code': send('POST', '/api/user/login-code/', FROM_ELSEWHERE, mailbox),
    'signing in wrongly': send('POST', '/api/user/login/', FROM_ELSEWHERE, PASSWORDS),
    registering: send('POST', '/api/user/register/', FROM.registering, NEW_CUSTOMER),
    'a refresh token that is none': send('POST', '/auth/refresh/', FROM_ELSEWHERE, { refresh: 'made-up-{n}' }),
    'a link of a letter that is none': send('POST', '/api/user/login-link/', FROM_ELSEWHERE, { key: 'made-up-{n}' }),
    'bouquets by their ids': read(`/api/wish-list/bouquets/?ids=${bouquet}`),
    'a shared list that is none': read('/api/wish-list/shared/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{n}/'),
    'a delivery that is none': read('/api/track/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{n}/'),
    'a swap that is none': read('/api/swaps/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{n}/'),
    'a balancer that asks': read('/ready'),
    'made-up searches of the API': read('/api/products/?search=made-up-{n}&limit=24'),
    'made-up parts of the list': read('/api/products/?limit=100&offset={n}'),
    'made-up facets': read('/api/products/facets/?search=made-up-{n}'),
    'reviews from anywhere': read(`/api/products/${bouquet}/reviews/?limit=20&offset={n}`),
    'made-up search pages': read('/product?search=made-up-{n}'),
    'bouquets that are not there': read('/product/9{n}'),
    'pages that are not there': read('/made-up-{n}', FROM.pages),
    'calls that are not there': read('/api/made-up-{n}', FROM.pages),
    'pages with a key that is none': read('/track/made-up-{n}', FROM.pages),
    'pages of orders': read('/history/{n}', FROM.pages),
    'the desk’s page to sign in': read('/desk/sign-in', FROM.desk),
    'pages of the desk': read('/desk/orders/{n}', FROM.desk),
    'calls of the desk': read('/api/desk/orders/', FROM.desk),
    'asking for a link to the desk': send('POST', '/api/desk/sign-in/link/', fromDesk, mailbox),
    'asking for a passkey’s challenge': { method: 'POST', ...read('/api/desk/sign-in/options/', fromDesk) },
    'made-up events of PayPal': send('POST', '/api/payments/paypal/webhook/', FROM.paypal, { id: 'made-up-{n}' }),
    'the document of the API': read('/api/docs/json'),
  };
}
