import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes.ts';
import { callApi } from '../api/client.ts';
import { detailOf } from '../api/failure-words.ts';
import { closeSession, readTokens } from '../session/session-store.ts';
import { showToast } from '../ui/toast.tsx';

/** Logs out here and in every tab at once, whether or not the shop can be told. */
export async function logOut(): Promise<void> {
  const { refresh } = readTokens();
  const told = callApi('/api/v1/auth/logout/', { method: 'POST', body: { refresh } });
  changes.clearOwn();
  closeSession('/');
  forgetTab();
  try {
    void showToast(detailOf(await told) ?? 'You are logged out.', 'success');
  } catch (error) {
    // The session had ended already: that is what was wanted.
    if (error instanceof ApiError && error.status === 401) return void showToast('You are logged out.', 'success');
    void showToast('Logged out here, but the shop didn’t hear.', 'warning');
  }
}

/** What this tab has kept for its person: a note half written, a payment begun. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Forbidden storage holds nothing.
  }
}
