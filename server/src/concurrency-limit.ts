/**
 * Jobs with the same key share a queue, so a client with many jobs waits behind its own and delays nobody else much.
 */
export type RunLimited = <T>(job: () => Promise<T>, key?: string) => Promise<T>;

type Options = {
  atOnce: number;
  /** A job that would wait longer, judging by the average duration, is refused at once; after this time in any case. */
  longestWaitMs?: number;
  tooLate?: () => Error;
};

/** How much the newest job counts in the moving average of durations. */
const NEWEST_WEIGHT = 0.1;

/**
 * Runs a few jobs at once and queues the others, one queue for each key, served round robin. A job that would wait too
 * long is refused before anything of it is done.
 */
export function limitConcurrency({
  atOnce,
  longestWaitMs = Number.POSITIVE_INFINITY,
  tooLate = () => new Error(),
}: Options): RunLimited {
  const queues = createQueues();
  let running = 0;
  let averageMs = 0;

  const waitForSlot = (key: string) =>
    new Promise<void>((resolve, reject) => {
      if (running < atOnce) {
        running++;
        return resolve();
      }
      if (((queues.countBefore(key) + 1) * averageMs) / atOnce > longestWaitMs) return reject(tooLate());
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const refuse = () => {
        queues.remove(key, start);
        reject(tooLate());
      };
      const timer = Number.isFinite(longestWaitMs) ? setTimeout(refuse, longestWaitMs) : undefined;
      queues.add(key, start);
    });

  return async (job, key = '') => {
    await waitForSlot(key);
    const started = performance.now();
    try {
      return await job();
    } finally {
      averageMs += NEWEST_WEIGHT * (performance.now() - started - averageMs);
      const startNext = queues.shift();
      if (startNext) startNext();
      else running--;
    }
  };
}

type Start = () => void;

function createQueues() {
  /** In the order in which they are served next; none is empty. */
  const queues = new Map<string, Start[]>();

  return {
    add(key: string, start: Start): void {
      const queue = queues.get(key);
      if (queue) queue.push(start);
      else queues.set(key, [start]);
    },
    remove(key: string, start: Start): void {
      const rest = queues.get(key)?.filter((other) => other !== start) ?? [];
      if (rest.length > 0) queues.set(key, rest);
      else queues.delete(key);
    },
    shift(): Start | undefined {
      for (const [key, queue] of queues) {
        const start = queue.shift();
        queues.delete(key);
        if (queue.length > 0) queues.set(key, queue);
        return start;
      }
      return undefined;
    },
    /** How many jobs run before a new one with this key: all with the same key, and as many of every other queue. */
    countBefore(key: string): number {
      const own = queues.get(key)?.length ?? 0;
      let before = own;
      for (const [other, { length }] of queues) if (other !== key) before += Math.min(length, own + 1);
      return before;
    },
  };
}
