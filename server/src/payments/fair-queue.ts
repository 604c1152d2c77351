type Options = {
  atOnce: number;
  atOncePerSender: number;
  mostWaiting: number;
  longestWaitMs: number;
  /** A job that failed keeps its place for so long, so that failing often does not mean calling often. */
  restAfterFailureMs: number;
  tooLate: () => Error;
};

export type FairQueue = <T>(sender: string, job: () => Promise<T>) => Promise<T>;

type Waiting = { begin: () => void; refuse: () => void };

/**
 * Runs a few jobs at once and lets others wait, so that one sender with many jobs does not hold up another with one: senders
 * are served in turn, each has a few places only, and of one sender the newest comes first. When too many wait, the sender
 * with the most of them loses its oldest.
 */
export function createFairQueue(options: Options): FairQueue {
  const { atOnce, atOncePerSender, mostWaiting, longestWaitMs, restAfterFailureMs, tooLate } = options;
  /** In the order in which senders are served. */
  const waiting = new Map<string, Waiting[]>();
  const running = new Map<string, number>();
  let places = atOnce;
  let count = 0;

  const remove = (sender: string, one: Waiting) => {
    const left = (waiting.get(sender) ?? []).filter((other) => other !== one);
    waiting.delete(sender);
    // Behind the other senders, who come first now.
    if (left.length > 0) waiting.set(sender, left);
    count--;
  };

  const beginNext = () => {
    for (const [sender, [newest]] of waiting) {
      if (places === 0) return;
      if (!newest || (running.get(sender) ?? 0) >= atOncePerSender) continue;
      remove(sender, newest);
      take(sender);
      newest.begin();
      return beginNext();
    }
  };

  const take = (sender: string) => {
    places--;
    running.set(sender, (running.get(sender) ?? 0) + 1);
  };
  const release = (sender: string) => {
    places++;
    const left = (running.get(sender) ?? 1) - 1;
    if (left > 0) running.set(sender, left);
    else running.delete(sender);
    beginNext();
  };

  const makeRoom = () => {
    if (count <= mostWaiting) return;
    const [, most] = [...waiting].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    most.at(-1)?.refuse();
  };

  const turn = (sender: string) =>
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
      makeRoom();
    });

  return async (sender, job) => {
    await turn(sender);
    try {
      const done = await job();
      release(sender);
      return done;
    } catch (error) {
      setTimeout(() => release(sender), restAfterFailureMs).unref();
      throw error;
    }
  };
}
