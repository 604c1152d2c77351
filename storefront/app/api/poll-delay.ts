const MIN_MS = 2_000;
const MAX_MS = 30_000;
const MAX_POLLING_MS = 10 * 60_000;

/**
 * The delay before the next poll, by how long polling has lasted: two seconds at first, half a minute later on.
 * Undefined after ten minutes, when polling ends.
 */
export function pollDelay(waitedMs: number): number | undefined {
  if (waitedMs >= MAX_POLLING_MS) return undefined;
  return Math.min(Math.max(waitedMs / 4, MIN_MS), MAX_MS);
}

/** Waits that long, or until the signal is aborted. */
export const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** Waits while the page is hidden. True if it was. */
export async function untilVisible(signal: AbortSignal): Promise<boolean> {
  if (document.visibilityState === 'visible') return false;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check, { once: true });
  });
  return true;
}
