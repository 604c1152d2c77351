import type { Clock } from '#server/platform/clock.ts';
import { PaypalUnclear } from './paypal-problems.ts';

const FAILURES_TO_OPEN = 5;
const OPEN_FOR_MS = 10_000;

/**
 * After five failures in a row every call fails at once for ten seconds, so that no request waits for a provider that
 * is down; then one call is made to try. A response that refuses or says "later" is no failure: one buyer who causes
 * many of those must not stop payments for everybody else.
 */
export function createCircuitBreaker(clock: Clock): <T>(call: () => Promise<T>) => Promise<T> {
  let failures = 0;
  let openUntil = 0;
  return async (call) => {
    const now = clock.now().getTime();
    if (now < openUntil) throw new PaypalUnclear('PayPal has not answered for a while and is left alone for a moment.');
    if (failures >= FAILURES_TO_OPEN) openUntil = now + OPEN_FOR_MS;
    try {
      const result = await call();
      failures = 0;
      openUntil = 0;
      return result;
    } catch (error) {
      if (error instanceof PaypalUnclear && error.isOutage) {
        failures++;
        if (failures >= FAILURES_TO_OPEN) openUntil = clock.now().getTime() + OPEN_FOR_MS;
      } else {
        failures = 0;
        openUntil = 0;
      }
      throw error;
    }
  };
}
