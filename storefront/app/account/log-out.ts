import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes/changes.ts';
import { createLogout } from '../api/client.ts';
import { detailOf } from '../api/failure-words.ts';
import { showFailure } from '../api/show-failure.tsx';
import { dropNoteDraft } from '../cart/note/note-draft-store.ts';
import { closeSession } from '../session/session-store.ts';
import { showToast } from '../ui/toast/toast.tsx';

/** Logs out here and in every tab at once, whether or not the shop can be reached. */
export async function logOut(): Promise<void> {
  const tellShop = createLogout();
  const response = tellShop();
  changes.clearOwn();
  dropNoteDraft();
  closeSession('/');
  clearTabStorage();
  await showEnd(response, tellShop);
}

/** Until the shop has heard of it, a copy of the tokens would still be good: it can be told again. */
async function showEnd(response: Promise<unknown>, tellShop: () => Promise<unknown>): Promise<void> {
  try {
    void showToast(detailOf(await response) ?? 'You are logged out.', 'success');
  } catch (error) {
    // The session had ended already, as wanted.
    if (error instanceof ApiError && error.status === 401) return void showToast('You are logged out.', 'success');
    const words = 'Logged out here, but the shop didn’t hear.';
    showFailure(words, { error, onRetry: () => void showEnd(tellShop(), tellShop) });
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
