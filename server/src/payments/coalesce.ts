/** Longer than any call to the provider may take: work that never ends must not hold up everyone who comes later. */
const SHARED_FOR_MS = 30_000;

/** Does work for one key once at a time, in this process: whoever comes meanwhile shares its outcome. */
export function createCoalescer<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, { began: number; outcome: Promise<T> }>();
  return (key, work) => {
    const known = running.get(key);
    if (known && performance.now() - known.began < SHARED_FOR_MS) return known.outcome;
    const outcome = work().finally(() => {
      if (running.get(key)?.outcome === outcome) running.delete(key);
    });
    running.set(key, { began: performance.now(), outcome });
    return outcome;
  };
}

type Waiting<T> = { wish: boolean; outcome: Promise<T> };

/**
 * The same where what was found before one came counts for nothing: whoever comes meanwhile waits, and all who wait share one
 * more piece of work that begins afterwards. It fulfils the wish if any of them has it.
 */
export function createFreshCoalescer<T>(): (
  key: string,
  wish: boolean,
  work: (wish: boolean) => Promise<T>,
) => Promise<T> {
  const running = new Map<string, { began: number; outcome: Promise<T> }>();
  const next = new Map<string, Waiting<T>>();

  const begin = (key: string, work: () => Promise<T>): Promise<T> => {
    const outcome = work().finally(() => {
      if (running.get(key)?.outcome === outcome) running.delete(key);
    });
    running.set(key, { began: performance.now(), outcome });
    return outcome;
  };

  return (key, wish, work) => {
    const known = next.get(key);
    if (known) {
      known.wish ||= wish;
      return known.outcome;
    }
    const before = running.get(key);
    if (!before || performance.now() - before.began >= SHARED_FOR_MS) return begin(key, () => work(wish));
    const beginNext = () => {
      const { wish: wished } = next.get(key) as Waiting<T>;
      next.delete(key);
      return begin(key, () => work(wished));
    };
    const waiting = { wish, outcome: before.outcome.then(beginNext, beginNext) };
    next.set(key, waiting);
    return waiting.outcome;
  };
}
