import type { Clock } from '../clock.ts';
import { PaypalUnclear } from './paypal-problems.ts';

const FAILURES_TO_OPEN = 5;
const OPEN_FOR_MS = 10_000;

/**
 * Stops asking a provider that does not answer, so that nobody waits for it in vain: after five failures in a row, ten
 * seconds long, every call fails at once; then one is let through to see. An answer that refuses or says "later" is no
 * failure: whoever causes many of those must not close payments for everybody else.
 */
export function createCircuit(clock: Clock): <T>(call: () => Promise<T>) => Promise<T> {
  let failures = 0;
  let openUntil = 0;
  return async (call) => {
    const now = clock.now().getTime();
    if (now < openUntil) throw new PaypalUnclear('PayPal has not answered for a while and is left alone for a moment.');
    if (failures >= FAILURES_TO_OPEN) openUntil = now + OPEN_FOR_MS;
    try {
      const answer = await call();
      failures = 0;
      openUntil = 0;
      return answer;
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
