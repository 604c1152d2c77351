/** Longer than any call to PayPal may take: work that never ends must not block all later calls. */
const SHARED_FOR_MS = 30_000;

/** Runs the work for one key once at a time, in this process: calls that come meanwhile share its outcome. */
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

/** Resolves when the outcome is there, well or not, or when the time is over. */
async function waitFor(outcome: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([outcome.catch(() => undefined), isOver]);
  clearTimeout(timer);
}

type Waiting<T> = { flag: boolean; outcome: Promise<T> };

/**
 * The same, but a call never gets the outcome of work that started before it: calls that come meanwhile wait, and all
 * of them share one more run that starts afterwards. The flag of that run is set if any of them set it.
 */
export function createFreshCoalescer<T>(): (
  key: string,
  flag: boolean,
  work: (flag: boolean) => Promise<T>,
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

  return (key, flag, work) => {
    const known = next.get(key);
    if (known) {
      known.flag ||= flag;
      return known.outcome;
    }
    const before = running.get(key);
    if (!before || performance.now() - before.began >= SHARED_FOR_MS) return begin(key, () => work(flag));
    const beginNext = () => {
      next.delete(key);
      return begin(key, () => work(waiting.flag));
    };
    const left = SHARED_FOR_MS - (performance.now() - before.began);
    const waiting: Waiting<T> = { flag, outcome: waitFor(before.outcome, left).then(beginNext) };
    next.set(key, waiting);
    return waiting.outcome;
  };
}
