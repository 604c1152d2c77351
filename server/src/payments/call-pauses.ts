import type { Clock } from '../clock.ts';
import { PaypalBusy } from './paypal-problems.ts';

/** Longer than this no answer keeps us from asking: a wrong date must not close the till for a day. */
const LONGEST_SECONDS = 60;
/** PayPal seldom says how long. */
const UNSAID_SECONDS = 5;

export type Pauses<Kind extends string> = {
  /** Throws while PayPal has asked not to be called in this way. */
  requireOver(kind: Kind): void;
  /** Remembers what an answer asks for, and says so as an error; nothing if it asks for no pause. */
  heed(kind: Kind, status: number, retryAfter: string | null): PaypalBusy | undefined;
};

/**
 * Honours `Retry-After`, for each kind of call by itself: too many lookups say nothing about captures. 429 always asks for
 * a pause and is no outage; 503 is one, and asks for a pause when it says how long.
 */
export function createPauses<Kind extends string>(clock: Clock): Pauses<Kind> {
  const until = new Map<Kind, number>();
  return {
    requireOver(kind) {
      const left = (until.get(kind) ?? 0) - clock.now().getTime();
      // A clock that was set back must not lengthen it.
      if (left <= 0 || left > LONGEST_SECONDS * 1000) return void until.delete(kind);
      throw new PaypalBusy('PayPal asked to be left alone for a moment.', Math.ceil(left / 1000));
    },
    heed(kind, status, retryAfter) {
      if (status !== 429 && !(status === 503 && retryAfter)) return undefined;
      const now = clock.now().getTime();
      const seconds = readRetryAfter(retryAfter, now);
      until.set(kind, Math.max(until.get(kind) ?? 0, now + seconds * 1000));
      const isOutage = status === 503;
      return new PaypalBusy(`PayPal answered ${status} to "${kind}": again in ${seconds} s.`, seconds, { isOutage });
    },
  };
}

/** Seconds, or a date; whatever cannot be read is as good as nothing said. */
export function readRetryAfter(text: string | null, now: number): number {
  const said = text?.trim() ?? '';
  const seconds = /^\d+$/.test(said) ? Number(said) : Math.ceil((Date.parse(said) - now) / 1000);
  return Number.isNaN(seconds) ? UNSAID_SECONDS : Math.min(Math.max(seconds, 1), LONGEST_SECONDS);
}
