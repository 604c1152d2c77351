import { LRUCache } from 'lru-cache';
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

type Make = () => Promise<CachedResponse> | CachedResponse;

export type ResponseCache = {
  /** The cached response, or a new one; simultaneous requests for one key make it once. */
  getOrMake(key: string, make: Make, lifetime?: Lifetime): Promise<CachedResponse> | CachedResponse;
  /**
   * From now on `find` answers this URL, exactly as it is written, with the response cached under the key. It is counted under the
   * route.
   */
  link(url: string, key: string, route: string): void;
  find(url: string): CachedResponse | undefined;
  clear(): void;
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
}: {
  maxBytes: number;
  mayCache?: () => boolean;
}): ResponseCache {
  const spaces = { lasting: createSpace(maxBytes), passing: createSpace(maxBytes * PASSING_SHARE) };
  const pending = new Map<string, Promise<CachedResponse>>();
  const keys = new LRUCache<string, string>({ max: MOST_URLS });
  let generation = 0;
  let hits = 0;
  let misses = 0;

  const get = (key: string) => spaces.lasting.get(key) ?? spaces.passing.get(key);

  const makeOnce = async (key: string, make: Make, lifetime: Lifetime): Promise<CachedResponse> => {
    const started = generation;
    try {
      const response = await make();
      // A response begun before the catalogue changed may show the old one: it is sent, but not cached.
      if (started === generation && response.status === 200 && mayCache()) spaces[lifetime].set(key, response);
      return response;
    } finally {
      if (started === generation) pending.delete(key);
    }
  };

  return {
    getOrMake(key, make, lifetime = 'lasting') {
      const ready = get(key) ?? pending.get(key);
      if (ready) {
        hits += 1;
        return ready;
      }
      misses += 1;
      const making = makeOnce(key, make, lifetime);
      pending.set(key, making);
      return making;
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
      if (found) hits += 1;
      return found;
    },
    clear() {
      generation += 1;
      for (const space of Object.values(spaces)) space.clear();
      pending.clear();
      keys.clear();
    },
    figures: () => ({
      hits,
      misses,
      clears: generation,
      entries: spaces.lasting.size + spaces.passing.size,
      bytes: spaces.lasting.calculatedSize + spaces.passing.calculatedSize,
    }),
  };
}
