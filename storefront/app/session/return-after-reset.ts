const KEY = 'return_after_reset';
/** As long as the link in the letter works. */
const GOOD_FOR_MS = 2 * 60 * 60 * 1000;

/** Remembers the page that was asked for, since the letter opens in a tab that knows nothing of this one. */
export function rememberReturn(path: string | undefined): void {
  try {
    if (path) localStorage.setItem(KEY, JSON.stringify({ path, until: Date.now() + GOOD_FOR_MS }));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden; then logging in leads to the home page.
  }
}

/** The page to come back to with the new password, given once. What is read here is checked where it is followed. */
export function takeReturn(): string | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    localStorage.removeItem(KEY);
    return typeof kept?.path === 'string' && kept.until > Date.now() ? kept.path : undefined;
  } catch {
    return undefined;
  }
}
