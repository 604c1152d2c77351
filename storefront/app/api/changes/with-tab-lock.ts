/** Longer than any call takes: a lock held for so long belongs to a tab that the browser has put to sleep. */
const MAX_WAIT_MS = 12_000;

/**
 * Runs the act while no other tab of this site holds the lock of that name. Runs it without the lock where the browser
 * has no locks, or when the wait takes too long.
 */
export async function withTabLock<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return act();
  const tooLong = AbortSignal.timeout(MAX_WAIT_MS);
  let begun = false;
  try {
    return await navigator.locks.request(name, { signal: tooLong }, () => {
      begun = true;
      return act();
    });
  } catch (error) {
    if (begun || !tooLong.aborted) throw error;
    return act();
  }
}
