import { AsyncLocalStorage } from 'node:async_hooks';
import { Busy } from '#server/errors.ts';
import { createSlots, type Sender } from '#server/platform/concurrency-limit.ts';
import { currentRequest } from '#server/platform/watch/current-request.ts';

/** Somebody who presses in two hundred tabs at once is not refused. */
const MOST_WAITING = 500;
/** For the staff, for payments and for jobs, however many strangers ask. */
const RESERVED = 2;

/** No page of ours has so many waiting. Who has rests after each statement for as long as it took. */
const GREEDY = 12;

const JOBS: Sender = { key: 'jobs', atOnce: 4, isFirst: true };
/** What opens the shop, or the clock starts. */
const SHOP: Sender = { key: 'shop', isFirst: true };

function currentSender(): Sender {
  const current = currentRequest();
  return current?.sender ?? (current ? JOBS : SHOP);
}

/** A transaction has its connection: what it asks for besides must not wait behind others, which may wait for it. */
const transaction = new AsyncLocalStorage<{ isOpen: boolean }>();

export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const current = { isOpen: true };
  try {
    return await transaction.run(current, work);
  } finally {
    current.isOpen = false;
  }
}

/** Waits until it is the turn of whoever is worked for. */
export type FairShare = { enter(): Promise<() => void>; countWaiting(): number };

/**
 * The queue for the connections of a pool: whoever sent the request that a statement or transaction belongs to has few of them
 * at once, and the senders are served round robin. However much one sends, another's next statement is next.
 */
export function shareFairly(connections: number, longestWaitMs: number): FairShare {
  const slots = createSlots({
    atOnce: connections,
    reserved: RESERVED,
    mostWaitingPerKey: MOST_WAITING,
    longestWaitMs,
    foresees: false,
    tooLate: () => new Busy(),
  });
  return {
    async enter() {
      if (transaction.getStore()?.isOpen) return () => {};
      const sender = currentSender();
      const leave = await slots.enter(sender);
      const started = performance.now();
      return () => {
        const isGreedy = !sender.isFirst && slots.countWaiting(sender) > GREEDY;
        leave(isGreedy ? performance.now() - started : 0);
      };
    },
    countWaiting: () => slots.countWaiting(),
  };
}
