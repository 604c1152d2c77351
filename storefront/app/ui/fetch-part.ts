const PAUSE_MS = 1_000;

/** Fetches a part of the page that is needed late. A file that was lost on the way is asked for once more. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return load();
  }
}
