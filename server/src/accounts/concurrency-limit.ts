/** Jobs of the same person or network share a line: who sends many waits behind their own, not everybody behind them. */
export type Queue = <T>(job: () => Promise<T>, who?: string) => Promise<T>;

type Options = {
  atOnce: number;
  /** Who would wait longer is turned away at once, by how long the last jobs took; and at this time in any case. */
  longestWaitMs?: number;
  tooLate?: () => Error;
};

/** How much the newest job counts in what one is thought to take. */
const NEWEST = 0.1;

/**
 * Does a few jobs at once and lets the others wait, one line for each `who`; the lines take turns (round robin). Who would
 * wait too long is turned away before anything is done.
 */
export function limitConcurrency({
  atOnce,
  longestWaitMs = Number.POSITIVE_INFINITY,
  tooLate = () => new Error(),
}: Options): Queue {
  const lines = createLines();
  let busy = 0;
  let usualMs = 0;

  const turn = (who: string) =>
    new Promise<void>((resolve, reject) => {
      if (busy < atOnce) {
        busy++;
        return resolve();
      }
      if (((lines.countBefore(who) + 1) * usualMs) / atOnce > longestWaitMs) return reject(tooLate());
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        lines.leave(who, begin);
        reject(tooLate());
      };
      const timer = Number.isFinite(longestWaitMs) ? setTimeout(giveUp, longestWaitMs) : undefined;
      lines.join(who, begin);
    });

  return async (job, who = '') => {
    await turn(who);
    const began = performance.now();
    try {
      return await job();
    } finally {
      usualMs += NEWEST * (performance.now() - began - usualMs);
      const next = lines.next();
      if (next) next();
      else busy--;
    }
  };
}

type Begin = () => void;

function createLines() {
  /** In the order in which they are served next; none is empty. */
  const lines = new Map<string, Begin[]>();

  const leave = (who: string, begin: Begin) => {
    const rest = lines.get(who)?.filter((other) => other !== begin) ?? [];
    if (rest.length > 0) lines.set(who, rest);
    else lines.delete(who);
  };

  return {
    join(who: string, begin: Begin): void {
      const line = lines.get(who);
      if (line) line.push(begin);
      else lines.set(who, [begin]);
    },
    leave,
    next(): Begin | undefined {
      for (const [who, line] of lines) {
        const begin = line.shift();
        lines.delete(who);
        if (line.length > 0) lines.set(who, line);
        return begin;
      }
      return undefined;
    },
    /** How many are served before one who joins this line now: all of their own, and as many of every other line. */
    countBefore(who: string): number {
      const own = lines.get(who)?.length ?? 0;
      let before = own;
      for (const [other, { length }] of lines) if (other !== who) before += Math.min(length, own + 1);
      return before;
    },
  };
}
