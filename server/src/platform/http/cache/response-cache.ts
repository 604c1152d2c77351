import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { limitConcurrency } from '#server/platform/concurrency-limit.ts';
import { currentRequest } from '#server/platform/watch/current-request.ts';
import { createTurns } from '../limits/draw-in-turn.ts';
import type { CachedResponse } from './cached-response.ts';

/** What an entry weighs besides its body: key, headers, tag and the objects around them. */
const OVERHEAD_BYTES = 2_048;
/** How many URLs may be linked to cached responses: people write the same URL in many ways, but not at great length. */
const MOST_URLS = 5_000;
const LONGEST_URL = 300;

/** Compressed forms may be added to a response later; together they weigh less than the body. */
const weigh = ({ body }: CachedResponse, key: string) => body.length * 2 + key.length * 2 + OVERHEAD_BYTES;

/**
 * `lasting` is what the shop itself links to: its amount is bounded. `passing` is what visitors make up, such as words
 * to search for: there is no end to it, so it has a small space of its own and never evicts what is lasting.
 */
export type Lifetime = 'lasting' | 'passing';
const PASSING_SHARE = 1 / 6;

/** How long a response that is a little out of date is still sent while a new one is made. */
const LONGEST_OLD_MS = 60_000;

type Make = () => Promise<CachedResponse> | CachedResponse;

/** A page is made of cached answers of the API: what is being made shall not be made of old ones. */
const making = new AsyncLocalStorage<true>();

export type ResponseCache = {
  /** The cached response, or a new one; simultaneous requests for one key make it once. */
  getOrMake(key: string, make: Make, lifetime?: Lifetime): Promise<CachedResponse> | CachedResponse;
  /**
   * From now on `find` answers this URL, exactly as it is written, with the response cached under the key. It is counted under the
   * route.
   */
  link(url: string, key: string, route: string): void;
  find(url: string): CachedResponse | undefined;
  /** What is cached may say what is not so: none of it is sent again. */
  clear(): void;
  /**
   * What is cached is a little out of date, as after a sale. What is lasting is sent a last time or two while a new one is made, and
   * new ones are made one at a time: were they all made at once, everybody would wait for all of them. What is passing is dropped: there
   * is no end to it, and pages would wait behind it.
   */
  expire(): void;
  /** Since the start: how often a response was there, and how often it had to be made. What it holds now. */
  figures(): { hits: number; misses: number; clears: number; entries: number; bytes: number };
};

const createSpace = (maxBytes: number) =>
  new LRUCache<string, CachedResponse>({ maxSize: Math.max(1, Math.floor(maxBytes)), sizeCalculation: weigh });

/**
 * Caches successful responses in memory and evicts the least recently used. `mayCache` is asked before each is stored.
 */
export function createResponseCache({
  maxBytes,
  mayCache = () => true,
  now = () => performance.now(),
}: {
  maxBytes: number;
  mayCache?: () => boolean;
  now?: () => number;
}): ResponseCache {
  const spaces = { lasting: createSpace(maxBytes), passing: createSpace(maxBytes * PASSING_SHARE) };
  const pending = new Map<string, Promise<CachedResponse>>();
  const keys = new LRUCache<string, string>({ max: MOST_URLS });
  /** Those that are out of date, and since when. */
  const old = new WeakMap<CachedResponse, number>();
  const renewing = new Set<string>();
  const inTurn = createTurns();
  const oneAtATime = limitConcurrency({ atOnce: 1 });
  let generation = 0;
  let clears = 0;
  let hits = 0;
  let misses = 0;

  const get = (key: string) => spaces.lasting.get(key) ?? spaces.passing.get(key);

  const makeOnce = async (key: string, make: Make, lifetime: Lifetime): Promise<CachedResponse> => {
    const started = generation;
    try {
      const response = await making.run(true, make);
      // A response begun before the catalogue changed, or a sale, may show what was before: it is sent, but not cached.
      if (started === generation && response.status === 200 && mayCache()) {
        const route = get(key)?.route;
        if (route !== undefined) response.route ??= route;
        for (const space of Object.values(spaces)) space.delete(key);
        spaces[lifetime].set(key, response);
      }
      return response;
    } finally {
      if (started === generation) pending.delete(key);
    }
  };

  /** In the background: if it fails, the old one is sent until it is too old, and then whoever asks sees why. */
  const renew = (key: string, make: Make, lifetime: Lifetime): void => {
    if (renewing.has(key)) return;
    renewing.add(key);
    oneAtATime(() => makeOnce(key, make, lifetime))
      .catch(() => {})
      .finally(() => renewing.delete(key));
  };

  const maySend = (response: CachedResponse): boolean => {
    const since = old.get(response);
    return since === undefined || (!making.getStore() && now() - since <= LONGEST_OLD_MS);
  };

  const findReady = (key: string, make: Make, lifetime: Lifetime) => {
    const cached = get(key);
    const found = cached && maySend(cached) ? cached : pending.get(key);
    if (!found) return undefined;
    hits += 1;
    if (found === cached && old.has(cached) && mayCache()) renew(key, make, lifetime);
    return found;
  };

  const makeNow = (key: string, make: Make, lifetime: Lifetime): Promise<CachedResponse> => {
    misses += 1;
    const made = makeOnce(key, make, lifetime);
    pending.set(key, made);
    return made;
  };

  return {
    getOrMake(key, make, lifetime = 'lasting') {
      const ready = findReady(key, make, lifetime);
      if (ready) return ready;
      // What a page is made of belongs to its turn.
      if (making.getStore()) return makeNow(key, make, lifetime);
      return inTurn(currentRequest()?.sender, async () => {
        // Somebody else may have asked for it meanwhile.
        const found = findReady(key, make, lifetime);
        if (found) return { drawn: await found, isMadeUp: false };
        const drawn = await makeNow(key, make, lifetime);
        return { drawn, isMadeUp: lifetime === 'passing' || drawn.status !== 200 };
      });
    },
    link(url, key, route) {
      if (url.length > LONGEST_URL) return;
      const cached = spaces.lasting.peek(key) ?? spaces.passing.peek(key);
      if (!cached) return;
      cached.route = route;
      keys.set(url, key);
    },
    find(url) {
      const key = keys.get(url);
      const found = key === undefined ? undefined : get(key);
      // Whoever can make it anew is to see it.
      if (!found || old.has(found)) return undefined;
      hits += 1;
      return found;
    },
    clear() {
      clears += 1;
      generation += 1;
      for (const space of Object.values(spaces)) space.clear();
      pending.clear();
      keys.clear();
    },
    expire() {
      generation += 1;
      pending.clear();
      spaces.passing.clear();
      for (const response of spaces.lasting.values()) if (!old.has(response)) old.set(response, now());
    },
    figures: () => ({
      hits,
      misses,
      clears,
      entries: spaces.lasting.size + spaces.passing.size,
      bytes: spaces.lasting.calculatedSize + spaces.passing.calculatedSize,
    }),
  };
}
