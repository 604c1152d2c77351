const RETRY_DELAY_MS = 1_000;

/** Fetches a part of the page that is needed late. A file that was lost on the way is asked for once more. */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return load();
  }
}
