import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadStorefront } from '#server/pages/storefront.ts';
import { fillCart, productId } from '#server/testing/carts.ts';
import { buyFlowers, fillClaim, takePhoto, writeForm } from '#server/testing/claims.ts';
import { COSTLY_TEXTS, COSTLY_VALUES, plainText } from '#server/testing/costly-texts.ts';
import { sampler } from '#server/testing/sample.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

type Schema = { $ref?: string; properties?: Record<string, Schema>; anyOf?: Schema[]; items?: Schema };
type Operation = {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { in: string; name: string }[];
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };
type Call = { name: string; send: InjectOptions };

const BODY_LIMIT = 64 * 1024;
/** Node accepts 16 kB of request line and headers. */
const HEAD_LIMIT = 15_000;
/** Far above what chance adds to one request and far below what a quadratic step takes. */
const MOST_TIMES_QUIET = 10;

let shop: Awaited<ReturnType<typeof openTestShop>>;
let document: Document;
let token: string;
const real: Record<string, number | undefined> = {};

beforeAll(async () => {
  shop = await openTestShop({ storefront: await loadStorefront() });
  document = (await shop.get('/api/docs/json')).json();
  const { person, order } = await buyFlowers(shop);
  token = person.access;
  const product = await productId(shop, 'Tearoom');
  const cart = await fillCart(shop, person, [{ product }]);
  Object.assign(real, { orderId: cart.id, itemId: cart.order_items[0]?.id, productId: product, paidOrder: order.id });
});
afterAll(() => shop.close());

const resolve = (schema: Schema | undefined): Schema =>
  (schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema) ?? {};

function fieldsOf(given: Schema | undefined): string[] {
  const schema = resolve(given);
  return [...Object.keys(schema.properties ?? {}), ...(schema.anyOf ?? []).flatMap(fieldsOf)];
}

const listOperations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );

/** Where a cart or a bouquet is asked for, a real one: otherwise nobody would look at the rest. */
const fillPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(real[name] ?? 'x'));

let visitors = 0;
/**
 * From another network each time, so that no throttle takes the work away; signed in, except where that would end it.
 */
function makeCall(name: string, method: string, url: string, more: Partial<InjectOptions> = {}): Call {
  visitors++;
  const remoteAddress = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
  const known = url.includes('logout') ? {} : { authorization: `Bearer ${token}` };
  const headers = { ...known, ...(more.headers as Record<string, string>) };
  return { name, send: { ...more, method: method as 'POST', url, remoteAddress, headers } };
}

const COMPANIONS: Record<string, string> = {
  email: '"password":"not the right one",',
  password: '"email":"nobody@post.example",',
  remember: '"email":"nobody@post.example","password":"not the right one",',
  device_mark: '"email":"nobody@post.example","password":"not the right one",',
};

const asJson = (payload: string) => ({ payload, headers: { 'content-type': 'application/json' } });

/** One call for each field of each body. `value` gives JSON of at most so many bytes. */
function listBodies(value: (bytes: number) => string): Call[] {
  const json = value(BODY_LIMIT - 100);
  return listOperations().flatMap(({ path, method, requestBody }) =>
    fieldsOf(requestBody?.content['application/json']?.schema).map((field) =>
      makeCall(
        `${method} ${path} ${field}`,
        method,
        fillPath(path),
        // Whatever is taken goes on to be hashed and looked up: there the other field must not be missing.
        asJson(`{${path.endsWith('/login/') ? COMPANIONS[field] : ''}"${field}":${json}}`),
      ),
    ),
  );
}

/** One call for each parameter of an address, for the pages that read them, and for headers that are taken apart. */
function listHeads(text: (bytes: number) => string): Call[] {
  const odd = encodeURIComponent(text(HEAD_LIMIT / 3).toWellFormed()).slice(0, HEAD_LIMIT);
  const word = odd.replace(/%.?$/, '');
  const calls = listOperations().flatMap(({ path, method, parameters = [] }) =>
    parameters.map(({ in: where, name }) => {
      const what = `${method} ${path} ${where} ${name}`;
      if (where === 'header') return makeCall(what, method, fillPath(path), { headers: { [name]: word } });
      const url = where === 'query' ? `${fillPath(path)}?${name}=${word}` : fillPath(path.replace(`{${name}}`, word));
      return makeCall(what, method, url);
    }),
  );
  const pages = [
    '/product?search=',
    '/product?category=',
    '/product?occasion=',
    '/product?sort=',
    '/product/',
    '/history/',
  ];
  return [
    ...calls,
    ...pages.map((page) => makeCall(`GET ${page}`, 'GET', page + word)),
    makeCall('GET a path', 'GET', `/${text(HEAD_LIMIT).replaceAll(/[^!-~]|[?#%\\]/g, 'a')}`),
    ...['accept-encoding', 'if-none-match', 'user-agent', 'authorization'].map((header) =>
      makeCall(`GET / ${header}`, 'GET', header === 'authorization' ? '/api/user/profile/' : '/', {
        headers: {
          [header]: (header === 'authorization' ? 'Bearer ' : '') + text(HEAD_LIMIT).replaceAll(/[^!-~ ]/g, 'a'),
        },
      }),
    ),
  ];
}

async function listForms(text: (bytes: number) => string): Promise<Call[]> {
  const photo = await takePhoto();
  const { body, headers } = await writeForm(
    fillClaim([
      ['text', text(16_000)],
      ['photo', photo],
    ]),
  );
  const url = fillPath('/api/user/orders/{paidOrder}/claim/');
  return [makeCall('the text of a claim', 'POST', url, { payload: body, headers })];
}

const delay = monitorEventLoopDelay({ resolution: 1 });

/** Until the delay has been looked at once more: what was not looked at before and after is not seen. */
async function oneMore(): Promise<void> {
  const { count } = delay;
  while (delay.count === count) await sleep(1);
}

/**
 * The longest that another visitor would have waited while this call was answered: the delay of the event loop, but no
 * more than this thread has worked meanwhile. What it waited for the processor is the machine's doing.
 */
async function measureStall({ send }: Call): Promise<number> {
  // A page that was rendered before would be sent from the cache.
  shop.deps.responseCache.clear();
  delay.reset();
  await oneMore();
  const before = process.threadCpuUsage();
  await shop.app.inject(send);
  const { user, system } = process.threadCpuUsage(before);
  await oneMore();
  return Math.min(delay.max / 1e6, (user + system) / 1e3);
}

/** How long each call takes with plain letters of the same size, by its name. */
const quiet = new Map<string, number>();
let usual = 0;
let all = 0;

/** What is drawn is so for all texts: it is measured in quiet once. */
const pick = (calls: Call[]): Call[] => sampler.pick(20, calls, ({ name }) => name);

/** A busy machine makes anyone wait at times, so the least of two is taken; and the first round is for warming up. */
async function measureQuiet(calls: Call[]): Promise<void> {
  for (const call of calls) await measureStall(call);
  for (const call of calls) quiet.set(call.name, Math.min(await measureStall(call), await measureStall(call)));
  usual = [...quiet.values()].reduce((sum, stall) => sum + stall) / quiet.size;
}

/** How many times longer than in quiet. What is costly costs as much each time, so the least of many tries counts. */
async function timesQuiet(call: Call): Promise<number> {
  const base = Math.max(usual, quiet.get(call.name) ?? 0);
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 10 && least > MOST_TIMES_QUIET; tries++) {
    least = Math.min(least, (await measureStall(call)) / base);
  }
  return least;
}

async function listStalls(calls: Call[]): Promise<string[]> {
  const found: string[] = [];
  for (const call of calls) {
    // A few are enough to look into; each is long.
    if (found.length === 3) break;
    const times = await timesQuiet(call);
    if (times > MOST_TIMES_QUIET) found.push(`${call.name}: ${Math.round(times)} times as long`);
  }
  return found;
}

describe('no text is so costly that others wait for it', () => {
  const quotes = (text: (bytes: number) => string) => (bytes: number) => {
    const json = JSON.stringify(text(bytes));
    return json.length <= bytes ? json : JSON.stringify(text(Math.floor((bytes * bytes) / json.length) - 10));
  };

  beforeAll(async () => {
    delay.enable();
    const calls = [...listBodies(quotes(plainText)), ...listHeads(plainText), ...(await listForms(plainText))];
    all = calls.length;
    // And one in ten of the others, so that what is usual does not hang on what is drawn.
    const spread = calls.filter((_, number) => number % 10 === 0);
    await measureQuiet([...new Set([...pick(calls), ...spread])]);
  });

  test.each(Object.entries(COSTLY_TEXTS))('%s', async (_, text) => {
    const calls = [...listBodies(quotes(text)), ...listHeads(text), ...(await listForms(text))];
    expect(calls.length).toBe(all);
    expect(await listStalls(pick(calls))).toEqual([]);
  });

  test.each(Object.entries(COSTLY_VALUES))('%s', async (_, value) => {
    expect(await listStalls(pick(listBodies(value)))).toEqual([]);
  });
});
