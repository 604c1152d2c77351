import type { Shopper } from '../accounts/access-token.ts';
import { limitConcurrency, type Queue } from '../accounts/concurrency-limit.ts';
import { Busy } from '../errors.ts';

/** Shorter than the timeout of our pages. */
const LONGEST_WAIT_MS = 9_000;

const queues = new Map<number, { queue: Queue; waiting: number }>();

/**
 * Changes of one user's cart are made one after the other. Row locks would do that too, but each waiting change would
 * occupy a connection of the pool, and many clicks of one user would leave none to the others.
 */
export async function queuePerUser<T>({ userId }: Shopper, change: () => Promise<T>): Promise<T> {
  const entry = queues.get(userId) ?? { queue: createQueue(), waiting: 0 };
  queues.set(userId, entry);
  entry.waiting++;
  try {
    return await entry.queue(change);
  } finally {
    entry.waiting--;
    if (entry.waiting === 0) queues.delete(userId);
  }
}

const createQueue = () => limitConcurrency({ atOnce: 1, longestWaitMs: LONGEST_WAIT_MS, tooLate: () => new Busy() });
