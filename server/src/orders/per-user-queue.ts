import type { Shopper } from '../accounts/access-token.ts';
import { limitConcurrency, type Queue } from '../accounts/concurrency-limit.ts';
import { Busy } from '../errors.ts';

/** Shorter than a browser of ours waits. */
const LONGEST_WAIT_MS = 9_000;

const lines = new Map<number, { queue: Queue; waiting: number }>();

/**
 * Changes of one person's cart are made one after the other. The database would see to that too, but each that waits there
 * takes a connection, and a storm of clicks by one would leave none to the others.
 */
export async function queuePerUser<T>({ userId }: Shopper, change: () => Promise<T>): Promise<T> {
  const line = lines.get(userId) ?? { queue: startLine(), waiting: 0 };
  lines.set(userId, line);
  line.waiting++;
  try {
    return await line.queue(change);
  } finally {
    line.waiting--;
    if (line.waiting === 0) lines.delete(userId);
  }
}

const startLine = () => limitConcurrency({ atOnce: 1, longestWaitMs: LONGEST_WAIT_MS, tooLate: () => new Busy() });
