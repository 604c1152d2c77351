import { setTimeout as sleep } from 'node:timers/promises';
import { COLOURS, PRICE_BANDS } from '#contract/filter-words.ts';
import type { ProductSort } from '#contract/products.ts';
import type { Customer } from '../../rig/customer.ts';
import { getOk } from '../../rig/http-client.ts';
import { nonsense } from '../catalogue-queries.ts';
import { clearResponseCache } from '../clear-response-cache.ts';
import { listCounterCalls } from './counter-calls.ts';
import type { Growth, GrowthCall } from './growth-call.ts';
import type { Subject } from './subject.ts';

export const EACH = 40;
const PAGE = 24;
/** What the search box requests at each letter that is typed. */
const SUGGESTIONS = 50;

const pick = <T>(values: T[], number: number): T => values[number % values.length] as T;
/** Without the letter before its last two. */
const misspell = (word: string) => `${word.slice(0, -3)}${word.slice(-2)}`;

/** No two requests of a round are alike, so that none is answered from the cache. */
function listReads({ client, db, sample, cursors }: Subject): GrowthCall[] {
  const get = async (path: string) => (await getOk(client, path)).ms;
  /** On average as many as a page shows. */
  const limit = (number: number) => PAGE - EACH / 2 + number;
  const deep = (sort: ProductSort) => (number: number) => {
    const round = Math.floor(number / cursors[sort].length);
    return get(`/api/products/?sort=${sort}&limit=${PAGE + round}&after=${pick(cursors[sort], number)}`);
  };
  const drawAnew = async (path: string) => {
    await clearResponseCache(db);
    return get(path);
  };
  const read = (name: string, run: GrowthCall['run'], growth: Growth = 'flat', most = EACH) =>
    ({ name, panel: name.startsWith('list') ? 'Lists' : 'Bouquets and pages', growth, run, most }) as const;
  return [
    read('list, first page', (number) => get(`/api/products/?limit=${limit(number)}`)),
    read('list, deep page', deep('new')),
    read('list by price, deep page', deep('price')),
    read('list by name, deep page', deep('name')),
    read('list of a category', (number) => get(`/api/products/?category=bouquets&limit=${limit(number)}`)),
    read('list for an occasion', (number) => get(`/api/products/?occasion=birthday&limit=${limit(number)}`)),
    // Eight have it, at any size, and they are the oldest.
    read('list for a rare occasion', (number) => get(`/api/products/?occasion=congratulations&limit=${limit(number)}`)),
    read('list for an unknown occasion', (number) => get(`/api/products/?occasion=${nonsense(number)}&limit=${PAGE}`)),
    ...listFiltered(get, limit),
    read('detail', (number) => get(`/api/products/${pick(sample, number).id}/`)),
    {
      ...read('bouquets to look at next', (number) => get(`/api/products/${pick(sample, number).id}/related/`)),
      // They are looked for among two thousand.
      flatFrom: 10_000,
    },
    read('product page, drawn', (number) => get(`/product/${pick(sample, number).id}`)),
    read('facets', () => drawAnew('/api/products/facets/'), 'may grow', 5),
    read('home page, drawn', () => drawAnew('/'), 'may grow', 5),
  ];
}

/** The way along the list that is looked at before the index is asked; a smaller shop has not so many. */
const FROM_THE_WALK = 10_000;

/** Lists narrowed by several filters at once, and the counts beside them. */
function listFiltered(get: (path: string) => Promise<number>, limit: (number: number) => number): GrowthCall[] {
  const filtered = (name: string, query: string, more: Partial<GrowthCall> = {}): GrowthCall => ({
    name: `list filtered by ${name}`,
    panel: 'Lists',
    growth: 'flat',
    run: (number) => get(`/api/products/?${query}&limit=${limit(number)}`),
    ...more,
  });
  const combinations = COLOURS.flatMap((colour) =>
    PRICE_BANDS.map(({ name }) => `colour=${colour}&price=${name}&occasion=birthday`),
  );
  return [
    filtered('a colour', 'colour=pink'),
    filtered('colour, flower, price and occasion', 'colour=pink,white&flower=rose&price=35-50&occasion=birthday'),
    // One bouquet of the twenty-four that the others are made of.
    filtered('safe around pets', 'pets=safe', { flatFrom: FROM_THE_WALK }),
    // Eight are for it, at any size, and they are the oldest.
    filtered('a colour and a rare occasion', 'colour=pink&occasion=congratulations', { flatFrom: FROM_THE_WALK }),
    // All that are cheaper come before them.
    filtered('a price, cheapest first', 'price=from-70&sort=price'),
    // Each is common, and no bouquet is both.
    filtered('a flower and a category that exclude each other', 'flower=tulip&category=roses', {
      flatFrom: FROM_THE_WALK,
    }),
    {
      name: 'counts beside three filters',
      panel: 'Lists',
      growth: 'flat',
      flatFrom: FROM_THE_WALK,
      most: 10,
      // Those of the whole shop are a line of their own, and in the cache until the catalogue changes.
      prepare: () => get('/api/products/facets/'),
      run: (number) => get(`/api/products/facets/?${pick(combinations, number)}`),
    },
  ];
}

function listSearches({ client, sample }: Subject): GrowthCall[] {
  const search = (name: string, word: (number: number) => string): GrowthCall => ({
    name: `search: ${name}`,
    panel: 'Searching',
    growth: 'may grow',
    async run(number) {
      // The same words come again with another limit.
      const limit = SUGGESTIONS + number;
      return (await getOk(client, `/api/products/?search=${encodeURIComponent(word(number))}&limit=${limit}`)).ms;
    },
  });
  const rare = (number: number) => pick(sample, number).word;
  return [
    search('1 letter', (number) => pick([...'aeioulnrst'], number)),
    search('2 letters', (number) => pick(['ro', 'la', 'st', 'er', 'of'], number)),
    // In no name: nothing but an index can know that without looking at them all.
    search('2 letters, absent', (number) => pick(['qj', 'zx', 'xq', 'jz', 'vq'], number)),
    search('common word', (number) => pick(['rosy', 'sunday', 'velvet', 'harbour', 'cottage', 'chapel'], number)),
    search('rare word', rare),
    search('near spelling', (number) => misspell(rare(number))),
    search('absent word', nonsense),
    search('a flower or an occasion', (number) => pick(['roses', 'white lilies', 'sympathy', 'tulip', 'pink'], number)),
    search('a flower, misspelt', (number) => pick(['rsoes', 'lillies', 'tulpis', 'dalhia', 'carnatoin'], number)),
  ];
}

/** The milliseconds of the customer's own requests, without those to the provider. */
async function timed(customer: Customer, act: () => Promise<unknown>): Promise<number> {
  const before = customer.waitedMs();
  await act();
  return customer.waitedMs() - before;
}

function listErrands({ db, sample, people, provider }: Subject): GrowthCall[] {
  const panel = 'Cart and orders';
  const { reader, adder, buyer } = people;
  const get = (path: string) => timed(reader, () => reader.call(200, 'GET', path));
  const product = (number: number) => pick(sample, number).id;
  return [
    {
      name: 'add to cart',
      panel,
      growth: 'flat',
      prepare: () => db.query('delete from cart_items where cart_id = $1', [adder.cart]),
      run: (number) => {
        const path = `/api/user/orders/${adder.cart}/order-items/`;
        return timed(adder, () => adder.call(201, 'POST', path, { product: product(number), quantity: 1 }));
      },
    },
    { name: 'cart', panel, growth: 'flat', run: () => get('/api/user/orders/?status=P') },
    { name: 'own order history', panel, growth: 'flat', run: () => get('/api/user/orders/?status=C&limit=11') },
    {
      name: 'one order',
      panel,
      growth: 'flat',
      run: (number) => get(`/api/user/orders/${pick(reader.orders, number)}/`),
    },
    {
      name: 'checkout, with its letters',
      panel,
      growth: 'flat',
      // A person may open forty payments in ten minutes.
      most: 10,
      async run(number) {
        const ms = await timed(buyer, () => buyer.buy(provider, { product: product(number) }));
        await untilPosted(db);
        return ms;
      },
    },
  ];
}

/** The letters of an order are part of what it costs. */
async function untilPosted(db: Subject['db']): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await db.query('select from letters where sent_at is null limit 1');
    if (rows.length === 0) return;
    await sleep(50);
  }
  throw new Error('The letters of an order were not posted.');
}

export const listCalls = (subject: Subject): GrowthCall[] => [
  ...listReads(subject),
  ...listSearches(subject),
  ...listErrands(subject),
  ...listCounterCalls(subject),
];
