import { londonDay } from '#contract/delivery.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { signInStaff } from '#server/testing/fill-day.ts';
import { makeRequest } from '#server/testing/hostile-input/make-request.ts';
import { type Document, listOperations, type Operation } from '#server/testing/hostile-input/read-document.ts';
import { createRandom } from '#server/testing/random.ts';
import { createCustomer } from '../../rig/customer.ts';
import { getOk, type HttpClient } from '../../rig/http-client.ts';
import { listKnown } from '../input/desk-calls.ts';
import { listDeskPages } from '../input/desk-pages.ts';
import type { Line } from '../proof.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

const TIMES = 10;
const OPEN = /^\/api\/desk\/(sign-in|invitations)\//;
const ANYONES = /^\w+ \/api\/desk\/(me|sign-out|live|confirm|devices|passkeys|recovery-codes)\//;
const DRIVERS =
  /^\w+ \/api\/desk\/(my-runs|stops)\/|^POST \/api\/desk\/runs\/\{runId\}\/(leave|take-back)\/$|^PUT \/api\/desk\/runs\/\{runId\}\/stops\/$/;
const OWNERS = /^\w+ \/api\/desk\/(calendar|settings|codes|takings|history|staff|catalogue|customers)\//;
/** Of the owner's rooms a florist sees customers and the list of bouquets, and takes one from sale. */
const SHARED =
  /^GET \/api\/desk\/(catalogue|customers)\/$|^GET \/api\/desk\/customers\/\{customerId\}\/$|^PUT \/api\/desk\/catalogue\/\{productId\}\/status\/$/;
const OWNERS_PAGES = /^\/desk\/(calendar|settings|codes|takings|history|staff|catalogue\/)/;

/** Who may not do what: written anew here, not read from the table that the shop asks. */
const isAbove = {
  florist: (name: string) => OWNERS.test(name) && !SHARED.test(name),
  driver: (name: string) => !ANYONES.test(name) && !DRIVERS.test(name),
};

/** What a call that slipped through would change. */
const TABLES = [
  'customer_notes',
  'delivery_days',
  'delivery_settings',
  'delivery_weekdays',
  'desk_log',
  'order_events',
  'order_notes',
  'orders',
  'product_photos',
  'product_sizes',
  'products',
  'promo_codes',
  'refunds',
  'runs',
  'shop_details',
  'staff',
  'takings_by_day',
  'users',
  'claims',
  'reviews',
  'swaps',
  'stem_purchases',
  'prints',
];

/** Florists and drivers send the owner's calls and forms with everything right but who they are: refused, and nothing changes. */
export async function reachAbove(env: TestEnvironment, client: HttpClient, scale: number): Promise<Line[]> {
  const [owner, florist, driver] = await Promise.all([
    signInStaff(env.database(), 'Wren Adeyemi', ['owner']),
    signInStaff(env.database(), 'Hana Okafor', ['florist']),
    signInStaff(env.database(), 'Robin Daly', ['driver']),
  ]);
  const headersOf = ({ cookie }: { cookie: string }) => ({ cookie: `${DESK_COOKIE}=${cookie}`, origin: SHOP });
  const customer = await createCustomer(client);
  const orders = [await customer.buy(env.provider), await customer.buy(env.provider)];
  const known = await listKnown(env, client, headersOf(owner), orders);
  const document = JSON.parse((await getOk(client, '/api/docs/json')).text) as Document;
  const calls = listOperations(document).filter(({ path }) => path.startsWith('/api/desk/') && !OPEN.test(path));
  const before = await digest(env);
  const times = Math.max(1, Math.round(TIMES * scale));
  const send = async (headers: Record<string, string>, some: Operation[], status: number) => {
    const lost: string[] = [];
    for (const operation of some) {
      for (let time = 0; time < times; time++) {
        const random = createRandom(`${operation.method} ${operation.path} ${time}`);
        const request = makeRequest(random, document, operation, { access: 'none', known }, 'as documented');
        const { authorization, ...rest } = request.headers;
        const reply = await client.send({ ...request, headers: { ...rest, ...headers } });
        if (reply.status !== status)
          lost.push(`${request.method} ${request.path} was answered ${reply.status}: ${reply.text.slice(0, 200)}`);
      }
    }
    return { tried: some.length * times, faults: 0, lost };
  };
  const above = (role: 'florist' | 'driver') => calls.filter(({ method, path }) => isAbove[role](`${method} ${path}`));
  const lines: Line[] = [
    { what: 'desk: calls above a florist', ...(await send(headersOf(florist), above('florist'), 403)) },
    { what: 'desk: calls above a driver', ...(await send(headersOf(driver), above('driver'), 403)) },
    {
      what: 'desk: calls of a customer',
      ...(await send({ authorization: `Bearer ${customer.tokens().access}`, origin: SHOP }, calls, 401)),
    },
    { what: "desk: the owner's pages", ...(await openPages(client, [headersOf(florist), headersOf(driver)])) },
  ];
  const after = await digest(env);
  const changed = TABLES.filter((table) => before[table] !== after[table]).map((table) => `${table} changed`);
  return [...lines, { what: 'desk: nothing changed by them', tried: TABLES.length, faults: 0, lost: changed }];
}

/** Pages show the words of the refusal and nothing else; their forms are refused as the calls are. */
async function openPages(client: HttpClient, all: { cookie: string; origin: string }[]) {
  const pages = listDeskPages()
    .filter((path) => OWNERS_PAGES.test(path))
    .map((path) => path.replace(':beside', londonDay(new Date())).replaceAll(/:\w+/g, '1'));
  const lost: string[] = [];
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const headers of all) {
    for (const path of pages) {
      const shown = await client.send({ path, headers });
      if (shown.status !== 403 || !shown.text.includes('Not yours to see.'))
        lost.push(`${path} was answered ${shown.status}`);
      const body =
        'what=save&do=invite&email=forged%40shop.example&role=owner&words=x&open=on&code=FORGED&kind=percent&value=99&fee=0&name=Forged';
      const { status } = await client.send({ method: 'POST', path, headers: { ...headers, ...type }, body });
      if (status < 400) lost.push(`A form at ${path} was answered ${status}`);
    }
  }
  return { tried: pages.length * all.length * 2, faults: 0, lost };
}

async function digest({ query }: TestEnvironment): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of TABLES) {
    const [row] = await query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t`,
    );
    found[table] = row?.digest ?? '';
  }
  return found;
}
