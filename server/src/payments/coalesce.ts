export type Coalescer<T> = {
  /** Does the work, unless it is being done for the same key: then its outcome is shared. */
  run(key: string, work: () => Promise<T>): Promise<T>;
  /** What is being done for the key just now. */
  find(key: string): Promise<T> | undefined;
};

/** Longer than any call to the provider may take: work that never ends must not hold up everyone who comes later. */
const SHARED_FOR_MS = 30_000;

/** At most one piece of work for each key at a time, in this process. */
export function createCoalescer<T>(): Coalescer<T> {
  const running = new Map<string, { began: number; outcome: Promise<T> }>();
  const find = (key: string): Promise<T> | undefined => {
    const known = running.get(key);
    return known && performance.now() - known.began < SHARED_FOR_MS ? known.outcome : undefined;
  };
  return {
    find,
    run(key, work) {
      const known = find(key);
      if (known) return known;
      const began = performance.now();
      const outcome = work().finally(() => {
        if (running.get(key)?.outcome === outcome) running.delete(key);
      });
      running.set(key, { began, outcome });
      return outcome;
    },
  };
}
