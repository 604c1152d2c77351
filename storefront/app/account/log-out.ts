import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes.ts';
import { sendLogout } from '../api/client.ts';
import { detailOf } from '../api/failure-words.ts';
import { dropNoteDraft } from '../cart/note-draft-store.ts';
import { closeSession } from '../session/session-store.ts';
import { showToast } from '../ui/toast.tsx';

/** Logs out here and in every tab at once, whether or not the shop can be reached. */
export async function logOut(): Promise<void> {
  const response = sendLogout();
  changes.clearOwn();
  dropNoteDraft();
  closeSession('/');
  clearTabStorage();
  try {
    void showToast(detailOf(await response) ?? 'You are logged out.', 'success');
  } catch (error) {
    // The session had ended already, as wanted.
    if (error instanceof ApiError && error.status === 401) return void showToast('You are logged out.', 'success');
    void showToast('Logged out here, but the shop didn’t hear.', 'warning');
  }
}

/** Clears what this tab has stored for the person: a started payment, a message for the next page. */
function clearTabStorage(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
