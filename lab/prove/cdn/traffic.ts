import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '#server/testing/random.ts';
import { createCustomer, fromNewNetwork, listOnSale } from '../../rig/customer.ts';
import type { HttpClient, Reply } from '../../rig/http-client.ts';
import type { TestEnvironment } from '../test-environment.ts';

/**
 * A day of a shop that a town knows. Shares are assumptions, stated here: how many visits, when, where they land, what they
 * look at next, and who buys. A visitor's browser keeps what never changes (pictures, scripts) and asks for pages each time.
 */
export const MODEL = {
  visits: 1_000,
  /** Of each hour from midnight, in parts of the day. */
  hours: [1, 0.5, 0.3, 0.2, 0.2, 0.5, 1.5, 3, 4, 5, 6, 6, 7, 6, 5, 5, 5, 6, 7, 8, 8, 7, 5, 3],
  landing: { home: 0.5, product: 0.35, list: 0.15 },
  /** After the first page; each of up to eight further steps is taken with this chance. */
  goesOn: 0.7,
  next: { product: 0.45, list: 0.25, search: 0.12, home: 0.08, information: 0.05, cart: 0.05 },
  /** Seconds between two pages. */
  pause: [10, 90] as [number, number],
  /** Shares of visits. */
  buys: 0.03,
  fromAdvertisement: 0.25,
  carriesCookie: 0.4,
  signedIn: 0.1,
  hasBeenHere: 0.3,
  /** Searches that nobody else makes. */
  oddSearch: 0.2,
  /** Changes of the catalogue in a day. */
  changes: 24,
};

const WORDS =
  'rose tulip birthday red white pink lily peony thank you sympathy yellow orchid anniversary mum dried eucalyptus'.split(
    ' ',
  );
const INFORMATION = ['/about', '/delivery', '/care', '/contact', '/privacy', '/terms'];
const DAY_S = 24 * 60 * 60;

export type Kind = 'pages' | 'data and lists' | 'pictures' | 'scripts and fonts' | 'private';
export type Tally = Record<Kind, { requests: number; hits: number; bytes: number; hitBytes: number }>;

/** Plays the day, so many times faster than it passes; what was answered, by kind, and every failure. */
export async function playDay(
  env: TestEnvironment,
  { client, direct }: { client: HttpClient; direct: HttpClient },
  options: { faster: number; visits: number; seed: string },
) {
  const filesOf = createFilesOf(direct);
  const random = createRandom(options.seed);
  const tally = newTally();
  const failures: string[] = [];
  const products = (await listOnSale(client)).map(({ id }) => id);
  const note = (path: string, reply: Reply) => count(tally, failures, path, reply);
  const later = (seconds: number) => sleep((seconds * 1000) / options.faster);
  const start = performance.now();
  const visit = async (number: number, at: number) => {
    await later(at);
    const visitor = createVisitor({ client, products, filesOf, note }, createRandom(`${options.seed} ${number}`));
    await visitor.visit(later).catch((error: Error) => failures.push(error.message));
    if (random.between(0, 999) < MODEL.buys * 1000) await buy(env, failures);
  };
  const moments = Array.from({ length: options.visits }, () => momentOf(random));
  const change = async (number: number) => {
    await later(((number + 0.5) * DAY_S) / MODEL.changes);
    await env.query('update products set price_pence = price_pence + 100 where id = $1', [
      products[number % products.length],
    ]);
  };
  await Promise.all([
    ...moments.map((at, number) => visit(number, at)),
    ...Array.from({ length: MODEL.changes }, (_, number) => change(number)),
  ]);
  return { tally, failures, seconds: (performance.now() - start) / 1000 };
}

const newTally = (): Tally => {
  const none = () => ({ requests: 0, hits: 0, bytes: 0, hitBytes: 0 });
  return { pages: none(), 'data and lists': none(), pictures: none(), 'scripts and fonts': none(), private: none() };
};

function momentOf(random: Random): number {
  let rest = (random.between(0, 9_999) / 10_000) * MODEL.hours.reduce((sum, share) => sum + share, 0);
  const hour = MODEL.hours.findIndex((share) => {
    rest -= share;
    return rest < 0;
  });
  return hour * 3600 + random.between(0, 3_599);
}

function count(tally: Tally, failures: string[], path: string, { status, headers, body }: Reply): void {
  if (status >= 400) failures.push(`${path} was answered ${status}`);
  const line = tally[kindOf(path, headers['cache-control'])];
  const isHit = headers['x-cache'] === 'hit';
  line.requests++;
  line.bytes += body.length;
  if (isHit) line.hits++;
  if (isHit) line.hitBytes += body.length;
}

function kindOf(path: string, cacheControl = ''): Kind {
  if (!cacheControl.includes('public')) return 'private';
  if (path.startsWith('/pictures/')) return 'pictures';
  if (path.startsWith('/assets/')) return 'scripts and fonts';
  return path.startsWith('/api/') || path.includes('.data') ? 'data and lists' : 'pages';
}

function choose<T extends string>(random: Random, shares: Record<T, number>): T {
  let rest = random.between(0, 9_999) / 10_000;
  const all = Object.entries(shares) as [T, number][];
  for (const [name, share] of all) {
    rest -= share;
    if (rest < 0) return name;
  }
  return (all.at(-1) as [T, number])[0];
}

type FilesOf = (path: string, isPhone: boolean) => Promise<string[]>;

/** Which files a page shows on a phone or a larger screen, read once from the shop itself: the cache is not asked for it. */
function createFilesOf(direct: HttpClient): FilesOf {
  const texts = new Map<string, Promise<Reply>>();
  return async (path, isPhone) => {
    const isKnown = !path.includes('?');
    const reading = texts.get(path) ?? direct.send({ path });
    if (isKnown) texts.set(path, reading);
    const { text } = await reading;
    const scripts = new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g));
    const pictures = Map.groupBy(text.match(/\/pictures\/[0-9a-f]{16}-\d+\.avif/g) ?? [], (name) => name.slice(10, 26));
    const sizes = [...pictures.values()].slice(0, 12).map((all) => {
      const sorted = [...new Set(all)].toSorted((a, b) => widthOf(a) - widthOf(b));
      return sorted.find((name) => widthOf(name) >= (isPhone ? 480 : 800)) ?? (sorted.at(-1) as string);
    });
    return [...scripts, ...sizes];
  };
}

type Visiting = {
  client: HttpClient;
  products: number[];
  filesOf: FilesOf;
  note: (path: string, reply: Reply) => void;
};

function createVisitor({ client, products, filesOf, note }: Visiting, random: Random) {
  const is = (share: number) => random.between(0, 999) < share * 1000;
  const has = new Set<string>();
  const isPhone = is(0.6);
  const headers = {
    ...fromNewNetwork(),
    'accept-encoding': 'gzip, deflate, br',
    ...(is(MODEL.carriesCookie) && { cookie: `_ga=GA1.2.${random.between(1, 1e9)}` }),
  };
  const token = is(MODEL.signedIn) ? { authorization: `Bearer a.b.${random.between(1, 1e9)}` } : {};
  const get = async (path: string, more = {}): Promise<Reply> => {
    const reply = await client.send({ path, headers: { ...headers, ...more } });
    note(path, reply);
    return reply;
  };
  /** The files that a page shows, each once for this browser. */
  const loadFiles = async (path: string) => {
    for (const file of (await filesOf(path, isPhone)).filter((name) => !has.has(name))) {
      has.add(file);
      await get(file);
    }
  };
  // The most popular bouquets are looked at most.
  const popular = () => products[Math.floor(products.length * (random.between(0, 999) / 1000) ** 2)] as number;
  const addressOf = (kind: keyof typeof MODEL.next): string => {
    if (kind === 'product') return `/product/${popular()}`;
    if (kind === 'search') {
      const word = is(MODEL.oddSearch) ? `odd${random.between(1, 1e9)}` : random.oneOf(WORDS);
      return `/product?search=${word}`;
    }
    return { home: '/', list: '/product', information: random.oneOf(INFORMATION), cart: '/cart' }[kind];
  };
  const land = async () => {
    const address = addressOf(choose(random, MODEL.landing));
    const from = is(MODEL.fromAdvertisement) ? `?utm_source=ad&gclid=${random.between(1, 1e9)}` : '';
    await get(`${address}${from}`);
    if (is(MODEL.hasBeenHere)) return;
    await loadFiles(address);
    await get('/api/delivery/', token);
  };
  /** Inside the app a page is fetched as data, and a bouquet's reviews by the browser. */
  const goOn = async () => {
    const address = addressOf(choose(random, MODEL.next));
    const [path = '/', query] = address.split('?');
    await get(`${path === '/' ? '/_root' : path}.data${query ? `?${query}` : ''}`);
    await loadFiles(address);
    if (/^\/product\/\d/.test(address)) await get(`/api${address.replace('product', 'products')}/reviews/`, token);
    if (query) await get(`/api/products/?${query}&limit=6`, token);
  };
  return {
    async visit(later: (seconds: number) => Promise<void>) {
      await land();
      for (let step = 0; step < 8 && is(MODEL.goesOn); step++) {
        await later(random.between(...MODEL.pause));
        await goOn();
      }
    },
  };
}

const widthOf = (name: string): number => Number(/-(\d+)\.avif$/.exec(name)?.[1] ?? 0);

async function buy({ client, provider }: TestEnvironment, failures: string[]): Promise<void> {
  try {
    const customer = await createCustomer(client);
    await customer.buy(provider, { note: '1' }, 20);
  } catch (error) {
    failures.push(`Nobody could buy: ${(error as Error).message}`);
  }
}
