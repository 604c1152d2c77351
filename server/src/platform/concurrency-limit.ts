/** Whose job it is. Jobs of the same key share a queue, so a client with many jobs waits behind its own and delays nobody else much. */
export type Sender = {
  key: string;
  /** So many of this key run at once; without it as many as run at all. */
  atOnce?: number;
  /** Several keys may share a limit besides their own, such as everybody in one network. */
  group?: { key: string; atOnce: number } | undefined;
  /** Before everybody who is not, and into the slots that are reserved. */
  isFirst?: boolean;
};

export type RunLimited = <T>(job: () => Promise<T>, sender?: string | Sender) => Promise<T>;

type Options = {
  atOnce: number;
  /** Of these slots so many are for those who are first. */
  reserved?: number;
  /** More of one key do not wait: what comes then is refused at once. */
  mostWaitingPerKey?: number;
  /** Of one key the newest runs first, and when more wait than this, the oldest of the key with the most is refused. */
  newestFirst?: { mostWaiting: number };
  /** A job that has waited for so long is refused. */
  longestWaitMs?: number;
  /** A job that would wait longer, judging by the average duration, is refused at once. Not for jobs that differ much. */
  foresees?: boolean;
  tooLate?: () => Error;
};

/** How much the newest job counts in the moving average of durations. */
const NEWEST_WEIGHT = 0.1;

/**
 * Runs a few jobs at once and queues the others, one queue for each key, served round robin. A job that would wait too
 * long is refused before anything of it is done.
 */
export function limitConcurrency(options: Options): RunLimited {
  const slots = createSlots(options);
  return async (job, sender = '') => {
    const leave = await slots.enter(typeof sender === 'string' ? { key: sender } : sender);
    try {
      return await job();
    } finally {
      leave();
    }
  };
}

/** For so long the key still counts as running, and others run meanwhile. */
export type Leave = (restMs?: number) => void;
export type Slots = {
  /** Waits for a slot; call the returned function to leave it. */
  enter(sender: Sender): Promise<Leave>;
  /** Of this sender, or of all. */
  countWaiting(sender?: Sender): number;
};

/** The same for what begins in one place and ends in another. */
export function createSlots({
  atOnce,
  reserved = 0,
  mostWaitingPerKey = Number.POSITIVE_INFINITY,
  newestFirst,
  longestWaitMs = Number.POSITIVE_INFINITY,
  foresees = true,
  tooLate = () => new Error(),
}: Options): Slots {
  const first = createQueues();
  const others = createQueues();
  /** Of each key and of each group. */
  const running = new Map<string, number>();
  let total = 0;
  let averageMs = 0;

  const mayStart = ({ key, atOnce: own = atOnce, group, isFirst }: Sender): boolean =>
    total < (isFirst ? atOnce : atOnce - reserved) &&
    (running.get(key) ?? 0) < own &&
    (!group || (running.get(group.key) ?? 0) < group.atOnce);

  const add = (key: string, more: number) => {
    const count = (running.get(key) ?? 0) + more;
    if (count > 0) running.set(key, count);
    else running.delete(key);
  };

  const startNext = () => {
    while (total < atOnce) {
      const next = first.shift(mayStart) ?? others.shift(mayStart);
      if (!next) return;
      next.start();
    }
  };

  const occupy = ({ key, group }: Sender): Leave => {
    const started = performance.now();
    total++;
    for (const counted of group ? [key, group.key] : [key]) add(counted, 1);
    const release = () => {
      for (const counted of group ? [key, group.key] : [key]) add(counted, -1);
      startNext();
    };
    return (restMs = 0) => {
      averageMs += NEWEST_WEIGHT * (performance.now() - started - averageMs);
      total--;
      if (restMs <= 0) return release();
      setTimeout(release, restMs).unref();
      startNext();
    };
  };

  const queuesOf = ({ isFirst }: Sender) => (isFirst ? first : others);

  const isTooMany = (sender: Sender): boolean => {
    const queues = queuesOf(sender);
    const before = queues.countBefore(sender.key) + (sender.isFirst ? 0 : first.size());
    return (
      queues.countOf(sender.key) >= mostWaitingPerKey ||
      (foresees && ((before + 1) * averageMs) / atOnce > longestWaitMs)
    );
  };

  const enter = async (sender: Sender): Promise<Leave> => {
    if (mayStart(sender)) return occupy(sender);
    if (isTooMany(sender)) throw tooLate();
    const queues = queuesOf(sender);
    return new Promise<Leave>((resolve, reject) => {
      const one: Waiting = {
        sender,
        start() {
          clearTimeout(timer);
          resolve(occupy(sender));
        },
        refuse() {
          clearTimeout(timer);
          queues.remove(one);
          reject(tooLate());
        },
      };
      const timer = Number.isFinite(longestWaitMs) ? setTimeout(one.refuse, longestWaitMs) : undefined;
      queues.add(one, newestFirst !== undefined);
      if (newestFirst && queues.size() > newestFirst.mostWaiting) queues.longest().at(-1)?.refuse();
    });
  };

  const countWaiting: Slots['countWaiting'] = (sender) =>
    sender ? queuesOf(sender).countOf(sender.key) : first.size() + others.size();

  return { enter, countWaiting };
}

type Waiting = { sender: Sender; start(): void; refuse(): void };

function createQueues() {
  /** In the order in which they are served next; none is empty. */
  const queues = new Map<string, Waiting[]>();
  let size = 0;

  return {
    size: () => size,
    countOf: (key: string): number => queues.get(key)?.length ?? 0,
    longest: (): Waiting[] => [...queues.values()].reduce((one, other) => (other.length > one.length ? other : one)),
    add(one: Waiting, isNewestFirst: boolean): void {
      size++;
      const queue = queues.get(one.sender.key);
      if (!queue) queues.set(one.sender.key, [one]);
      else if (isNewestFirst) queue.unshift(one);
      else queue.push(one);
    },
    remove(one: Waiting): void {
      size--;
      const { key } = one.sender;
      const rest = queues.get(key)?.filter((other) => other !== one) ?? [];
      if (rest.length > 0) queues.set(key, rest);
      else queues.delete(key);
    },
    /** The first of the first queue whose turn it is and whose sender may start. */
    shift(mayStart: (sender: Sender) => boolean): Waiting | undefined {
      for (const [key, queue] of queues) {
        const [head] = queue;
        if (!head || !mayStart(head.sender)) continue;
        queue.shift();
        size--;
        queues.delete(key);
        if (queue.length > 0) queues.set(key, queue);
        return head;
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
