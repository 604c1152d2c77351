import { Busy } from '#server/errors.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { limitConcurrency, type RunLimited } from '#server/platform/concurrency-limit.ts';

/** Shorter than the timeout of our pages. */
const LONGEST_WAIT_MS = 9_000;

const queues = new Map<number, { run: RunLimited; jobs: number }>();

/**
 * Changes of one person's cart are made one after the other. Row locks in the database would see to that too, but each change
 * that waits there occupies a connection, and many clicks of one person would use up the pool.
 */
export async function queuePerUser<T>({ userId }: Shopper, change: () => Promise<T>): Promise<T> {
  const queue = queues.get(userId) ?? { run: createQueue(), jobs: 0 };
  queues.set(userId, queue);
  queue.jobs++;
  try {
    return await queue.run(change);
  } finally {
    queue.jobs--;
    if (queue.jobs === 0) queues.delete(userId);
  }
}

const createQueue = () => limitConcurrency({ atOnce: 1, longestWaitMs: LONGEST_WAIT_MS, tooLate: () => new Busy() });
