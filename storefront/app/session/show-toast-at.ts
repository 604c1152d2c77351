import { showToast } from '../ui/toast/toast.tsx';
import { needsDocumentLoad } from './redirect-rules.ts';

const KEY = 'toast_after_load';

/** Shows a toast on the page that signing in leads to. A private page is loaded anew, and a toast of this one would go with it. */
export function showToastAt(path: string, words: string): void {
  if (!needsDocumentLoad(path)) {
    void showToast(words, 'success');
    return;
  }
  try {
    sessionStorage.setItem(KEY, words);
  } catch {
    // Storage is forbidden: the page says by itself that somebody is signed in.
  }
}

/** Called by private pages: shows what was stored for them, once. */
export function showStoredToast(): void {
  try {
    const words = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (words) void showToast(words, 'success');
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
