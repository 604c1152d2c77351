const RETRY_DELAY_MS = 1_000;

/** Loads a module that is needed late. If that fails, it is tried once more. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return load();
  }
}
