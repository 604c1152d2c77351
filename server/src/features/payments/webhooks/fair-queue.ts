import { createSlots } from '#server/platform/concurrency-limit.ts';

type Options = {
  atOnce: number;
  atOncePerSender: number;
  mostWaiting: number;
  longestWaitMs: number;
  /** A job that failed occupies its slot for so long, so that failing often does not mean calling often. */
  restAfterFailureMs: number;
  tooLate: () => Error;
};

export type FairQueue = <T>(sender: string, job: () => Promise<T>) => Promise<T>;

/**
 * A queue with a concurrency limit in which one sender with many jobs does not delay another with one: senders are
 * served round-robin, each has a limit of its own, and of one sender the newest job runs first. When too many jobs
 * wait, the oldest of the sender with the most is refused.
 */
export function createFairQueue({ atOncePerSender, mostWaiting, restAfterFailureMs, ...options }: Options): FairQueue {
  const slots = createSlots({ ...options, newestFirst: { mostWaiting }, foresees: false });
  return async (sender, job) => {
    const leave = await slots.enter({ key: sender, atOnce: atOncePerSender });
    try {
      const result = await job();
      leave();
      return result;
    } catch (error) {
      setTimeout(leave, restAfterFailureMs).unref();
      throw error;
    }
  };
}
