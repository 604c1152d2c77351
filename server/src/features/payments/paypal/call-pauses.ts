import type { Clock } from '#server/platform/clock.ts';
import { PaypalBusy } from './paypal-problems.ts';

/** However long PayPal asks for: a wrong date in a response must not stop payments for a day. */
const LONGEST_SECONDS = 60;
/** Where PayPal does not say how long. */
const DEFAULT_SECONDS = 5;

export type Pauses<Kind extends string> = {
  /** Throws during a pause of this kind of call. */
  requireOver(kind: Kind): void;
  /** Starts the pause that a response asks for, and returns it as an error; nothing if it asks for none. */
  startIfAsked(kind: Kind, status: number, retryAfter: string | null): PaypalBusy | undefined;
};

/**
 * Honours `Retry-After`, for each kind of call by itself: a limit on lookups says nothing about captures. 429 always
 * asks for a pause and is no outage; 503 is an outage, and asks for a pause if it has `Retry-After`.
 */
export function createPauses<Kind extends string>(clock: Clock): Pauses<Kind> {
  const until = new Map<Kind, number>();
  return {
    requireOver(kind) {
      const left = (until.get(kind) ?? 0) - clock.now().getTime();
      // A clock that was set back must not lengthen the pause.
      if (left <= 0 || left > LONGEST_SECONDS * 1000) return void until.delete(kind);
      throw new PaypalBusy('PayPal asked to be left alone for a moment.', Math.ceil(left / 1000));
    },
    startIfAsked(kind, status, retryAfter) {
      if (status !== 429 && !(status === 503 && retryAfter)) return undefined;
      const now = clock.now().getTime();
      const seconds = readRetryAfter(retryAfter, now);
      until.set(kind, Math.max(until.get(kind) ?? 0, now + seconds * 1000));
      const isOutage = status === 503;
      return new PaypalBusy(`PayPal answered ${status} to "${kind}": again in ${seconds} s.`, seconds, { isOutage });
    },
  };
}

/** Seconds, or a date; a header that cannot be read counts as none. */
export function readRetryAfter(text: string | null, now: number): number {
  const value = text?.trim() ?? '';
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000);
  return Number.isNaN(seconds) ? DEFAULT_SECONDS : Math.min(Math.max(seconds, 1), LONGEST_SECONDS);
}
