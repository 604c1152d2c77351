import type { Known } from '#server/testing/hostile-input/make-value.ts';
import { PASSWORD } from '../../rig/customer.ts';
import type { Line, Log } from '../proof.ts';
import { SHOP } from '../test-environment.ts';
import type { AttackedAccounts } from './attacked-accounts.ts';
import { countStatuses, type RecordingProxy } from './recording-proxy.ts';
import { run } from './tool.ts';

/** A valid call; sqlmap tries what precedes a star in its path as well as every parameter. */
type Target = { what: string; path: string; method?: string; body?: object; isOurs?: true };

const LIMIT_MS = 5 * 60_000;
const ONE_MS = 100_000;
const AT_ONCE = 3;
const CLEAN = 'all tested parameters do not appear to be injectable';
/** What sqlmap prints as soon as it has found something. */
const FOUND = /appears to be '.*' injectable|is vulnerable|identified the following injection/;
const OPTIONS = [
  '--batch',
  '--flush-session',
  '--disable-coloring',
  '--dbms=PostgreSQL',
  // Every refusal is an answer like any other.
  '--ignore-code=400,401,403,404,405,409,413,415,429,503',
  '--timeout=15',
  '--retries=1',
];

function listTargets(email: string, known: Known): Target[] {
  const one = (name: string) => known[name]?.[0];
  const [product, order, item] = [one('productId'), one('orderId'), one('itemId')];
  const names = { username: 'ada-l', email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace' };
  const list = `search=rose&category=Roses&occasion=birthday&sort=price&limit=5&after=${product}`;
  const street = { city: 'York', street_address: '12 Gillygate', apartment_address: 'Flat 3', postal_code: 'YO31 7EQ' };
  const orders = `/api/user/orders/${order}`;
  const post = (what: string, path: string, body: object): Target => ({ what, path, method: 'POST', body });
  const ours = (what: string, path: string, method = 'GET', body?: object): Target => ({
    what,
    path,
    method,
    isOurs: true,
    ...(body && { body }),
  });
  return [
    { what: 'the list', path: `/api/products/?${list}` },
    { what: 'the page of the list', path: '/product?search=rose&category=Roses&occasion=birthday&sort=price' },
    { what: 'a bouquet', path: `/api/products/${product}*/` },
    { what: 'its relatives', path: `/api/products/${product}*/related/` },
    { what: 'its reviews', path: `/api/products/${product}/reviews/?limit=10&before=99999` },
    post('registering', '/api/user/register/', { ...names, password1: PASSWORD, password2: PASSWORD }),
    post('logging in', '/api/user/login/', { email, password: PASSWORD }),
    post('refreshing', '/auth/refresh/', { refresh: 'abc' }),
    post('forgetting a password', '/api/v1/auth/password/reset/', { email }),
    post('resetting it', '/password/reset/confirm/MQ*/abc-def*', {
      uid: 'MQ',
      token: 'abc-def',
      new_password1: PASSWORD,
      new_password2: PASSWORD,
    }),
    post('confirming an address', '/account-confirm-email/abc*/', { key: 'abc' }),
    ours('the details', '/api/user/profile/', 'PATCH', { first_name: 'Ada', last_name: 'Lovelace' }),
    ours('another e-mail', '/api/user/profile/email/', 'POST', { password: PASSWORD, email: 'eve@example.org' }),
    ours('an address', '/api/user/profile/address/', 'POST', { ...street, phone: '07700', recipient_name: 'Nell' }),
    ours('an address to forget', '/api/user/profile/address/999999*/', 'DELETE'),
    ours('a session to end', '/api/user/profile/sessions/00000000-0000-4000-8000-000000000000*/', 'DELETE'),
    ours('the orders', '/api/user/orders/?status=C&limit=5&before=99999'),
    ours('an order', `${orders}*/`),
    ours('a cart', '/api/user/orders/', 'POST', { order_items: [{ product, quantity: 1 }] }),
    ours('a line', `${orders}*/order-items/`, 'POST', { product, quantity: 1 }),
    ours('its quantity', `${orders}/order-items/${item}*/`, 'PATCH', { quantity: 2 }),
    ours('the gift note', `${orders}/update-text/`, 'PATCH', { text: 'With love' }),
    ours('where to', `${orders}/update-shipping-address/`, 'PATCH', { shipping_address: one('shipping_address') }),
    ours('which day', `${orders}/update-delivery-date/`, 'PATCH', { delivery_date: one('delivery_date') }),
    ours('the state of a payment', `/api/user/payments/paypal/status/?order_id=${order}`),
    ours('opening a payment', '/api/user/payments/paypal/create-order/', 'POST', { amount: '1.00', order_id: order }),
    ours('taking the money', '/api/user/payments/paypal/capture-order/', 'POST', {
      order_id: order,
      paypal_order_id: 'abc',
    }),
    ours('a review', `/api/user/reviews/${product}*/`, 'PUT', { rating: 5, text: 'Lovely' }),
  ];
}

/** Tries every parameter of every call that queries the database, with sqlmap. */
export async function runSqlmap(
  { env, attacker }: AttackedAccounts,
  proxy: RecordingProxy,
  scale: number,
  log: Log,
): Promise<Line> {
  const { customer, known } = attacker;
  const all = listTargets(customer.email, known);
  const left = all.slice(0, Math.max(3, Math.round(all.length * scale)));
  const [tried, deadline] = [left.length, performance.now() + LIMIT_MS];
  const [lost, late] = [[] as string[], [] as string[]];
  proxy.takeRecorded();
  const work = async (hand: number) => {
    for (let target = left.shift(); target; target = left.shift()) {
      const { what, path, method = 'GET', body, isOurs } = target;
      const limit = Math.min(ONE_MS, deadline - performance.now());
      if (limit <= 0) {
        late.push(what);
        continue;
      }
      const key = isOurs ? [`Authorization: Bearer ${customer.tokens().access}`] : [];
      const headers = [...key, ...(body ? ['Content-Type: application/json'] : [])];
      const { words, isCut, seconds } = await run(
        'sqlmap',
        [
          ...OPTIONS,
          '-u',
          `${SHOP}${path}`,
          `--method=${method}`,
          `--output-dir=${env.dataDir}/sqlmap-${hand}`,
          ...(body ? [`--data=${JSON.stringify(body)}`] : []),
          ...(headers.length > 0 ? [`--headers=${headers.join('\n')}`] : []),
        ],
        limit,
        env.dataDir,
      );
      log(`sqlmap: ${what}, ${seconds.toFixed(0)} s`);
      if (isCut) late.push(what);
      if (isCut ? FOUND.test(words) : !words.includes(CLEAN)) lost.push(`${what}: ${words.slice(-1_500)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, hand) => work(hand)));
  const recorded = proxy.takeRecorded();
  if (late.length > tried / 2) lost.push(`Most were not brought to their end in time: ${late.join(', ')}.`);
  const ended = late.length > 0 ? `; stopped when the time was up: ${late.join(', ')}` : '';
  const figures = `${tried} calls, ${countStatuses(recorded)}${ended}`;
  return { what: 'sqlmap', tried: recorded.tried, faults: recorded.tried, lost: [...lost, ...recorded.lost], figures };
}
