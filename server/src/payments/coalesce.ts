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

/** When it has ended, well or not, or when its time is over. */
async function endOf(outcome: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([outcome.catch(() => undefined), isOver]);
  clearTimeout(timer);
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
    const left = SHARED_FOR_MS - (performance.now() - before.began);
    const waiting = { wish, outcome: endOf(before.outcome, left).then(beginNext) };
    next.set(key, waiting);
    return waiting.outcome;
  };
}
