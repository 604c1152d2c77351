import type { PaymentStatus } from '#contract/payments.ts';
import { ApiError } from '../api/api-error.ts';
import { pollingPause } from '../api/polling-pause.ts';

export type PollTools = {
  ask(): Promise<PaymentStatus>;
  now(): number;
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Waits while nobody looks at the page. True if somebody has only just come back to it. */
  untilVisible(signal: AbortSignal): Promise<boolean>;
};

/**
 * Asks until the outcome is known, less and less often, and not at all while nobody looks. Undefined if it is still open
 * after ten minutes. Only a refusal, or nobody listening any more, ends it otherwise.
 */
export async function pollPayment(
  { ask, now, pause, untilVisible }: PollTools,
  signal: AbortSignal,
): Promise<PaymentStatus | undefined> {
  for (let began = now(); ; ) {
    signal.throwIfAborted();
    let askedFor = 0;
    try {
      const status = await ask();
      if (status.state !== 'waiting') return status;
    } catch (error) {
      const isPassing = error instanceof ApiError && (error.status === 0 || error.status >= 429);
      if (!isPassing) throw error;
      askedFor = (error.retryAfter ?? 0) * 1000;
    }
    const next = pollingPause(now() - began);
    if (next === undefined) return undefined;
    await pause(Math.max(next, askedFor), signal);
    // Whoever comes back wants to know now, and the next time soon.
    if (await untilVisible(signal)) began = now();
  }
}
