import { LRUCache } from 'lru-cache';
import type { Database } from '#server/platform/database/connect.ts';
import { memoizeFor } from '#server/platform/memoize.ts';

const MOST = 5_000;
/** After this the database is asked again: another process may have forgiven an attempt. */
const LONGEST_MS = 1_000;

type Refusal = { at: number; now: number; until: number };

/** Counters that had no room a moment ago. Who asks again and again is refused without asking the database again and again. */
export const rememberedRefusals = memoizeFor((_db: Database) => createRememberedRefusals());

export type RememberedRefusals = ReturnType<typeof createRememberedRefusals>;

function createRememberedRefusals(longestMs = LONGEST_MS) {
  const known = new LRUCache<string, Refusal>({ max: MOST });
  return {
    longestMs,
    remember(counter: Buffer, now: Date, waitSeconds: number): void {
      const until = now.getTime() + waitSeconds * 1000;
      known.set(counter.toString('base64'), { at: performance.now(), now: now.getTime(), until });
    },
    /** How many seconds are left until there is room; 0 if the database has to be asked. */
    waitOf(counter: Buffer, now: Date): number {
      const refusal = known.get(counter.toString('base64'));
      const ms = now.getTime();
      // A clock that was set back lowers counters.
      if (!refusal || performance.now() - refusal.at >= this.longestMs || ms < refusal.now) return 0;
      return Math.max(0, (refusal.until - ms) / 1000);
    },
    forget(counter: Buffer): void {
      known.delete(counter.toString('base64'));
    },
  };
}
