import type { CachedResponse } from './cached-response.ts';

/** What an answer weighs besides its bytes: key, headers, tag and the objects that hold them. */
const OVERHEAD_BYTES = 2_048;
/** How many addresses may point at kept answers: people write the same thing in many ways, but not at great length. */
const MOST_ADDRESSES = 5_000;
const LONGEST_ADDRESS = 300;

/** A compressed form or two may join an answer later; together they weigh less than the body. */
const weigh = (key: string, { body }: CachedResponse) => body.length * 2 + key.length * 2 + OVERHEAD_BYTES;

/**
 * `lasting` is what the shop itself leads to: there is so much of it and no more. `passing` is what visitors make up, words to
 * search for or filters of their own: there is no end to it, and it may only push out its like.
 */
export type Lifetime = 'lasting' | 'passing';
const PASSING_SHARE = 1 / 6;

export type ResponseCache = {
  /** The kept answer, or a new one; simultaneous asks for one key make it once. */
  keep(
    key: string,
    make: () => Promise<CachedResponse> | CachedResponse,
    place?: Lifetime,
  ): Promise<CachedResponse> | CachedResponse;
  /** Remembers that this address, as it was written, is answered by that key. */
  point(address: string, key: string): void;
  /** The kept answer for an address as it was written, if there is one. */
  find(address: string): CachedResponse | undefined;
  clear(): void;
};

/** So many bytes of answers, the least recently asked for leaving first. */
function createSpace(maxBytes: number) {
  const kept = new Map<string, CachedResponse>();
  let bytes = 0;
  return {
    has: (key: string) => kept.has(key),
    put(key: string, answer: CachedResponse) {
      if (weigh(key, answer) > maxBytes) return;
      kept.set(key, answer);
      bytes += weigh(key, answer);
      for (const [oldest, old] of kept) {
        if (bytes <= maxBytes) break;
        kept.delete(oldest);
        bytes -= weigh(oldest, old);
      }
    },
    take(key: string): CachedResponse | undefined {
      const answer = kept.get(key);
      // While there is room for as much again, nothing will leave soon and the order need not be kept.
      if (answer && bytes > maxBytes / 2) {
        kept.delete(key);
        kept.set(key, answer);
      }
      return answer;
    },
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}

/** Keeps answers in memory, the least recently asked for leaving first. `mayKeep` is asked each time. */
export function createResponseCache({
  maxBytes,
  mayKeep = () => true,
}: {
  maxBytes: number;
  mayKeep?: () => boolean;
}): ResponseCache {
  const spaces = { lasting: createSpace(maxBytes), passing: createSpace(maxBytes * PASSING_SHARE) };
  const inTheMaking = new Map<string, Promise<CachedResponse>>();
  const addresses = new Map<string, string>();
  let generation = 0;

  const take = (key: string) => spaces.lasting.take(key) ?? spaces.passing.take(key);

  const makeOnce = async (
    key: string,
    make: () => Promise<CachedResponse> | CachedResponse,
    place: Lifetime,
  ): Promise<CachedResponse> => {
    const started = generation;
    try {
      const answer = await make();
      // An answer begun before the catalogue changed may hold the old one: give it, but do not keep it.
      if (started === generation && answer.status === 200 && mayKeep()) spaces[place].put(key, answer);
      return answer;
    } finally {
      if (started === generation) inTheMaking.delete(key);
    }
  };

  return {
    keep(key, make, place = 'lasting') {
      const ready = take(key) ?? inTheMaking.get(key);
      if (ready) return ready;
      const making = makeOnce(key, make, place);
      inTheMaking.set(key, making);
      return making;
    },
    point(address, key) {
      if (!(spaces.lasting.has(key) || spaces.passing.has(key)) || address.length > LONGEST_ADDRESS) return;
      addresses.delete(address);
      addresses.set(address, key);
      const [oldest] = addresses.keys();
      if (addresses.size > MOST_ADDRESSES && oldest !== undefined) addresses.delete(oldest);
    },
    find(address) {
      const key = addresses.get(address);
      return key === undefined ? undefined : take(key);
    },
    clear() {
      generation += 1;
      for (const space of Object.values(spaces)) space.clear();
      inTheMaking.clear();
      addresses.clear();
    },
  };
}
