import { RESET_LINK_MS } from '#contract/limits.ts';

const KEY = 'return_after_reset';

/** Stores the page that asked for the login: the letter opens in another tab. */
export function storeReturnPath(path: string | undefined): void {
  try {
    if (path) localStorage.setItem(KEY, JSON.stringify({ path, until: Date.now() + RESET_LINK_MS }));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: logging in leads to the home page.
  }
}

/** Reads and removes the page to return to with the new password. The path is checked where it is followed. */
export function consumeReturnPath(): string | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    localStorage.removeItem(KEY);
    return typeof stored?.path === 'string' && stored.until > Date.now() ? stored.path : undefined;
  } catch {
    return undefined;
  }
}
