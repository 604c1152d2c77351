/** Longer than any call takes: who waited so long waits for a tab that is asleep. */
const LONGEST_WAIT_MS = 12_000;

/** Runs the act when no other tab of this site runs one of the same name. Where browsers have no locks, at once. */
export async function withTabLock<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return act();
  const tooLong = AbortSignal.timeout(LONGEST_WAIT_MS);
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
