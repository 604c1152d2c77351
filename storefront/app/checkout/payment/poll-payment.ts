import type { PaymentStatus } from '#contract/payments.ts';
import { ApiError } from '../../api/api-error.ts';
import { pollDelay } from '../../api/poll-delay.ts';

export type PollTools = {
  fetchStatus(): Promise<PaymentStatus>;
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Waits while the page is hidden. True if it was. */
  untilVisible(signal: AbortSignal): Promise<boolean>;
};

/**
 * Polls until the outcome is known, less and less often, and not while the page is hidden. Undefined if it is still
 * open after ten minutes. Throws when the shop refuses or the signal is aborted; an answer that makes no sense is no refusal, since
 * something may have been paid.
 */
export async function pollPayment(
  { fetchStatus, now, sleep, untilVisible }: PollTools,
  signal: AbortSignal,
): Promise<PaymentStatus | undefined> {
  for (let began = now(); ; ) {
    signal.throwIfAborted();
    let retryAfterMs = 0;
    try {
      const status = await fetchStatus();
      if (status.state !== 'waiting') return status;
    } catch (error) {
      const refused = error instanceof ApiError ? error : undefined;
      if (refused && refused.status >= 400 && refused.status < 429) throw error;
      retryAfterMs = (refused?.retryAfter ?? 0) * 1000;
    }
    const next = pollDelay(now() - began);
    if (next === undefined) return undefined;
    await sleep(Math.max(next, retryAfterMs), signal);
    // A visitor who comes back wants to know at once: polling starts anew with short delays.
    if (await untilVisible(signal)) began = now();
  }
}
