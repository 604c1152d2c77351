import type { Day } from '#contract/day.ts';
import { addDays, findClosure, furthestDay, londonDay } from '#contract/delivery.ts';
import { DEFAULT_RULES, type DeliveryRules } from '#contract/delivery-rules.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { countPlaces } from './count-places.ts';
import { type DayLimits, limitOf, readRules } from './read-rules.ts';

/** Orders come in hundreds: their places are counted together. */
const PAUSE_MS = 500;

/** The rules by which an order is priced and promised at this moment. */
export type DeliveryTerms = { rules: DeliveryRules; now: Date };

/** The rules of delivery in memory. */
export type DeliveryCache = {
  rules(): DeliveryRules;
  terms(): DeliveryTerms;
  /** As of the last renewal, which is seconds ago at most; null where the day has no limit. */
  placesLeft(day: Day): number | null;
  /** Reads the rules again and counts the places, from now on and not from before. Rejects if that cannot be done. */
  renew(): Promise<void>;
  /** The same soon, together with whatever else is announced until then. */
  renewSoon(): void;
  stop(): void;
};

type CacheOptions = { db: Database; clock: Clock; onChange?: () => void; onFailure?: (error: unknown) => void };

/** Empty until it is renewed: then it has the defaults. `onChange` is called when the rules differ, full days aside. */
export function createDeliveryCache({ db, clock, onChange, onFailure }: CacheOptions): DeliveryCache {
  let rules = DEFAULT_RULES;
  let left = new Map<Day, number>();
  let written = JSON.stringify(rules);
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const read = async () => {
    const now = clock.now();
    const found = await readRules(db, now);
    const limited = listLimited(now, found);
    const taken = await countPlaces(db, limited);
    left = new Map(
      limited.map((day) => [day, Math.max(0, (limitOf(day, found.limits) as number) - (taken.get(day) ?? 0))]),
    );
    rules = { ...found.rules, full: limited.filter((day) => left.get(day) === 0 && !findClosure(day, found.rules)) };
    const before = written;
    written = JSON.stringify(found.rules);
    if (written !== before) onChange?.();
  };

  const begin = (): Promise<void> => {
    running = read().finally(() => {
      running = undefined;
    });
    return running;
  };

  const renew = (): Promise<void> => {
    if (!running) return begin();
    // What runs may have read before the change.
    waiting ??= running
      .catch(() => {})
      .then(() => {
        waiting = undefined;
        return begin();
      });
    return waiting;
  };

  return {
    rules: () => rules,
    terms: () => ({ rules, now: clock.now() }),
    placesLeft: (day) => left.get(day) ?? null,
    renew,
    renewSoon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        renew().catch((error) => onFailure?.(error));
      }, PAUSE_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** The days with a limit that can be chosen, or could if there were room. */
function listLimited(now: Date, { rules, limits }: { rules: DeliveryRules; limits: DayLimits }): Day[] {
  const days: Day[] = [];
  const last = furthestDay(now, rules);
  for (let day = addDays(londonDay(now), 1); day <= last; day = addDays(day, 1)) {
    if (limitOf(day, limits) !== undefined) days.push(day);
  }
  return days;
}
