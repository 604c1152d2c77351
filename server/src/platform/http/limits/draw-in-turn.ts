import { Busy } from '#server/errors.ts';
import { createSlots, type Sender } from '#server/platform/concurrency-limit.ts';

/**
 * Of one network. What visitors make up, what is not there, and pages that no cache has can be asked for without an end, and some
 * take the thread that answers everybody for ten milliseconds: after each the network rests, so that it has a fifth of the thread at most.
 */
const MADE_UP = { atOnce: 2, restPerMs: 9, longestRestMs: 500 };
const MOST_WAITING = 200;
/** Shorter than the timeout of our pages. */
const LONGEST_WAIT_MS = 9_000;

type Draw<T> = () => Promise<{ drawn: T; isMadeUp: boolean }>;
export type DrawInTurn = <T>(sender: Sender | undefined, draw: Draw<T>) => Promise<T>;

/** Draws what is not cached in the turn of whoever asked. An address that stands for many people has no limit of its own, nor have colleagues. */
export function createTurns(): DrawInTurn {
  const slots = createSlots({
    atOnce: Number.POSITIVE_INFINITY,
    mostWaitingPerKey: MOST_WAITING,
    longestWaitMs: LONGEST_WAIT_MS,
    foresees: false,
    tooLate: () => new Busy(),
  });
  return async (sender, draw) => {
    if (!sender?.group) return (await draw()).drawn;
    const leave = await slots.enter({ key: sender.key, atOnce: MADE_UP.atOnce });
    let restMs = 0;
    try {
      const started = performance.now();
      const { drawn, isMadeUp } = await draw();
      const { restPerMs, longestRestMs } = MADE_UP;
      if (isMadeUp) restMs = Math.min(longestRestMs, (performance.now() - started) * restPerMs);
      return drawn;
    } finally {
      leave(restMs);
    }
  };
}
