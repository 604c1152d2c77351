import { randomBytes } from 'node:crypto';
import { DESK_COOKIE } from '#contract/staff.ts';
import { orderToken } from '#server/features/orders/order-token.ts';
import { deriveSecrets, findSecret } from '#server/platform/secrets/secrets.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { ADDRESS, createCustomer, listOnSale } from '../../rig/customer.ts';
import type { HttpClient, Reply } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import type { TestEnvironment } from '../test-environment.ts';
import { listRoutes, type Route } from './list-routes.ts';
import type { Varnish } from './varnish.ts';

/** Somebody whose every answer holds a word that nobody else has. */
type Person = { name: string; word: string; headers: Record<string, string>; secrets: string[] };
type Known = { params: Record<string, string>; product: number };

/** Addresses with a key of somebody's in them: whoever has the link may see what it opens. */
const BY_LINK = /\{(key|token|uid)\}/;

/**
 * Every route of the app is asked for by one person, by another, by nobody and by a colleague at the desk, all through Varnish. Nobody
 * sees another's word, nothing that Varnish stored was asked for under somebody's name or holds such a word, and what is public is the
 * same as the shop itself sends.
 */
export async function keepPrivate(env: TestEnvironment, varnish: Varnish, direct: HttpClient): Promise<Line> {
  const lost: string[] = [];
  const [ada, known] = await introduce(env, 'Ada');
  const [bob] = await introduce(env, 'Bob');
  const desk = await employ(env);
  const nobody: Person = { name: 'nobody', word: '', headers: {}, secrets: [] };
  const routes = await listRoutes(direct);
  const seen = new Map<string, number>();
  let tried = 0;
  for (const route of routes) {
    const path = fill(route, known);
    // Each twice: the second is answered from the cache, if it was stored.
    for (const person of [ada, bob, nobody, desk, ada, nobody]) {
      const reply = await ask(env.client, route, path, person);
      tried++;
      seen.set(person.name, (seen.get(person.name) ?? 0) + (person.word && reply.text.includes(person.word) ? 1 : 0));
      for (const other of [ada, bob].filter((one) => one !== person && reply.text.includes(one.word))) {
        const isAllowed = person === desk || BY_LINK.test(route.path);
        if (!isAllowed) lost.push(`${route.method} ${path}: ${person.name} sees what is ${other.name}'s`);
      }
      if (reply.headers['set-cookie'] && reply.headers['x-cache'] === 'hit')
        lost.push(`${route.method} ${path}: a cookie comes out of the cache`);
    }
  }
  lost.push(...(await compareWithShop({ client: env.client, direct, varnish }, routes, known, ada)));
  const fetches = await varnish.readFetches();
  const stored = fetches.filter(({ storedFor }) => storedFor !== undefined);
  for (const { method, url, identified, cacheControl, setsCookie } of stored) {
    const wrong = [
      ...identified.map((name) => `asked for with ${name}`),
      ...(setsCookie ? ['with a cookie'] : []),
      ...(/\bpublic\b/.test(cacheControl) && !/no-store|private/.test(cacheControl)
        ? []
        : [cacheControl || 'no lifetime']),
    ];
    if (wrong.length > 0) lost.push(`stored: ${method} ${url}: ${wrong.join(', ')}`);
  }
  const bytes = await varnish.readStored();
  for (const { name, secrets } of [ada, bob, desk])
    for (const secret of secrets)
      if (bytes.includes(secret))
        lost.push(`What Varnish stored holds ${name}'s ${JSON.stringify(secret.slice(0, 12))}…`);
  // Otherwise the checks above would have looked at nothing.
  if (!bytes.includes('Marigold Lane') || stored.length === 0) lost.push('Varnish stored nothing that could be read.');
  for (const person of [ada, bob]) if (!seen.get(person.name)) lost.push(`${person.name} never saw their own data`);
  const kinds = new Set(stored.map(({ url }) => url.split('?')[0]));
  return {
    what: 'no private answer stored',
    tried,
    faults: 0,
    lost,
    figures: `${routes.length} routes, each asked for by two people, by nobody and at the desk; ${fetches.length} requests reached the shop, ${stored.length} answers were stored (${kinds.size} addresses, all public), ${(bytes.length / 2 ** 20).toFixed(0)} MB of storage read for ${ada.secrets.length + bob.secrets.length + desk.secrets.length} secrets`,
  };
}

/** A customer with a paid order, an address, a note and a shared wish list, all of which carry one word. */
async function introduce(env: TestEnvironment, name: string): Promise<[Person, Known]> {
  const word = `Zz${name}${randomBytes(6).toString('hex')}`;
  const form = { first_name: word, last_name: word };
  const customer = await createCustomer(env.client, { form });
  const [product] = await listOnSale(env.client);
  const id = product?.id ?? 0;
  const address = await customer.addAddress({ ...ADDRESS, recipient_name: word });
  const orderId = await customer.buy(env.provider, { product: id, address, note: word }, 20);
  await customer.fillCart({ product: id, address, note: word });
  await customer.send('PUT', `/api/user/wish-list/${id}/`, {});
  const shared = await customer.send('PUT', '/api/user/wish-list/link/', { shows_name: true });
  const [, link = 'none'] = /([0-9a-f]{32})/.exec(shared.text) ?? [];
  const secret = deriveSecrets(await findSecret({ dataDir: env.dataDir, jwtSecret: env.given.JWT_SECRET }));
  const { access, refresh } = customer.tokens();
  const headers = { authorization: `Bearer ${access}`, cookie: `_ga=${word}` };
  const order = String(orderId);
  const params = {
    orderId: order,
    id: order,
    addressId: String(address),
    productId: String(id),
    itemId: '1',
    token: orderToken(secret, 'track', orderId),
    link,
  };
  return [
    { name, word, headers, secrets: [word, customer.email, access, refresh] },
    { params, product: id },
  ];
}

async function employ(env: TestEnvironment): Promise<Person> {
  const name = `Zz${randomBytes(6).toString('hex')}`;
  const { cookie } = await signInStaff(env.database(), name, ['owner']);
  return { name: 'the desk', word: name, headers: { cookie: `${DESK_COOKIE}=${cookie}` }, secrets: [name, cookie] };
}

/** The parameters of a route, from what the first person has. */
function fill({ path }: Route, { params, product }: Known): string {
  return path
    .replace(/(products?)\/\{id\}/, `$1/${product}`)
    .replace(/(wish-list\/(?:shared\/)?)\{token\}/, `$1${params.link}`)
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '1');
}

/** What changes something is asked by nobody only: it is refused, and is passed on all the same. */
const ask = (client: HttpClient, { method }: Route, path: string, { headers }: Person): Promise<Reply> =>
  method === 'GET'
    ? client.send({ method, path: path.includes('/api/desk/live/') ? '/api/desk/me/' : path, headers })
    : client.send({ method, path, body: {} });

/** What may be stored is what the shop itself sends, whoever asks; no host that a request names stands in it. */
async function compareWithShop(
  { client, direct, varnish }: { client: HttpClient; direct: HttpClient; varnish: Varnish },
  routes: Route[],
  known: Known,
  { headers }: Person,
): Promise<string[]> {
  const lost: string[] = [];
  const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-original-url': '/cart' };
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const path = fill(route, known);
    const own = await direct.send({ path: path.includes('/live/') ? '/health' : path });
    if (own.status !== 200 || !String(own.headers['cache-control']).includes('public')) continue;
    const other = `${path}${path.includes('?') ? '&' : '?'}page=proof`;
    for (const more of [evil, headers]) {
      const { text } = await client.send({ path: other, headers: more });
      if (text.includes('evil.example')) lost.push(`${other} holds a host that a request named`);
    }
    if (await isAsTheShopSends(client, own, path)) continue;
    // What was sold may have been counted meanwhile, and stands on pages.
    await varnish.admin('ban', 'obj.status != 0');
    if (!(await isAsTheShopSends(client, await direct.send({ path }), path)))
      lost.push(`${path} is not what the shop sends`);
  }
  return lost;
}

const isAsTheShopSends = async (client: HttpClient, own: Reply, path: string): Promise<boolean> =>
  (await client.send({ path })).body.equals(own.body);
