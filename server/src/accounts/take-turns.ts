export type Queue = <T>(job: () => Promise<T>) => Promise<T>;

type Options = {
  atOnce: number;
  /** Who would wait longer is turned away at once, by how long the last jobs took; and at this time in any case. */
  longestWaitMs?: number;
  tooLate?: () => Error;
};

/** How much the newest job counts in what one is thought to take. */
const NEWEST = 0.1;

/** Does a few jobs at once and lets the others wait in line; who would wait too long is turned away before anything is done. */
export function takeTurns({
  atOnce,
  longestWaitMs = Number.POSITIVE_INFINITY,
  tooLate = () => new Error(),
}: Options): Queue {
  const waiting: (() => void)[] = [];
  let busy = 0;
  let usualMs = 0;

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (busy < atOnce) {
        busy++;
        return resolve();
      }
      if (((waiting.length + 1) * usualMs) / atOnce > longestWaitMs) return reject(tooLate());
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(tooLate());
      };
      const timer = Number.isFinite(longestWaitMs) ? setTimeout(giveUp, longestWaitMs) : undefined;
      waiting.push(begin);
    });

  return async (job) => {
    await turn();
    const began = performance.now();
    try {
      return await job();
    } finally {
      usualMs += NEWEST * (performance.now() - began - usualMs);
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
