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

type Waiting = { begin: () => void; refuse: () => void };

/**
 * A queue with a concurrency limit in which one sender with many jobs does not delay another with one: senders are
 * served round-robin, each has a limit of its own, and of one sender the newest job runs first. When too many jobs
 * wait, the oldest of the sender with the most is refused.
 */
export function createFairQueue(options: Options): FairQueue {
  const { atOnce, atOncePerSender, mostWaiting, longestWaitMs, restAfterFailureMs, tooLate } = options;
  /** In the order in which senders are served. */
  const waiting = new Map<string, Waiting[]>();
  const running = new Map<string, number>();
  let freeSlots = atOnce;
  let count = 0;

  const remove = (sender: string, one: Waiting) => {
    const left = (waiting.get(sender) ?? []).filter((other) => other !== one);
    waiting.delete(sender);
    // Behind the other senders: they are served first now.
    if (left.length > 0) waiting.set(sender, left);
    count--;
  };

  const beginNext = () => {
    for (const [sender, [newest]] of waiting) {
      if (freeSlots === 0) return;
      if (!newest || (running.get(sender) ?? 0) >= atOncePerSender) continue;
      remove(sender, newest);
      occupy(sender);
      newest.begin();
      return beginNext();
    }
  };

  const occupy = (sender: string) => {
    freeSlots--;
    running.set(sender, (running.get(sender) ?? 0) + 1);
  };
  const release = (sender: string) => {
    freeSlots++;
    const left = (running.get(sender) ?? 1) - 1;
    if (left > 0) running.set(sender, left);
    else running.delete(sender);
    beginNext();
  };

  const refuseExcess = () => {
    if (count <= mostWaiting) return;
    const [, most] = [...waiting].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    most.at(-1)?.refuse();
  };

  const awaitSlot = (sender: string) =>
    new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        begin() {
          clearTimeout(timer);
          resolve();
        },
        refuse() {
          clearTimeout(timer);
          remove(sender, one);
          reject(tooLate());
        },
      };
      const timer = setTimeout(one.refuse, longestWaitMs);
      waiting.set(sender, [one, ...(waiting.get(sender) ?? [])]);
      count++;
      beginNext();
      refuseExcess();
    });

  return async (sender, job) => {
    await awaitSlot(sender);
    try {
      const result = await job();
      release(sender);
      return result;
    } catch (error) {
      setTimeout(() => release(sender), restAfterFailureMs).unref();
      throw error;
    }
  };
}
