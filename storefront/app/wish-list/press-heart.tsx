import { MAX_WISH_LIST } from '#contract/limits.ts';
import { isSignedIn } from '../session/session-store.ts';
import { showToast } from '../ui/toast/toast.tsx';
import { isOnList, markSaved, readSaved } from './saved-store.ts';
import { loadSync } from './start-sync.ts';

const ABOUT = { about: 'the wish list' };

/**
 * Saves a bouquet, or takes it off the list. The heart shows it at once, words come with the shop's
 * answer; if it refuses, the heart is as it was, with the reason.
 */
export async function pressHeart({ id, name }: { id: number; name: string }): Promise<void> {
  const isSaved = !isOnList(id);
  if (isSaved && readSaved().products.length >= MAX_WISH_LIST) {
    return showToast(`Your wish list has room for ${MAX_WISH_LIST} bouquets. Please remove one first.`, 'error', ABOUT);
  }
  markSaved(id, isSaved);
  if (!isSignedIn()) return void (isSaved && showSaved(name));
  try {
    (await loadSync()).sendHeart(id, isSaved, () => showSaved(name));
  } catch {
    markSaved(id, !isSaved);
    void showToast('We couldn’t reach the shop. Please press the heart again.', 'error', ABOUT);
  }
}

function showSaved(name: string): void {
  const isThere = location.pathname === '/wish-list';
  void showToast(
    <p>
      {`${name} is on your wish list.`} {!isThere && <a href="/wish-list">See your list</a>}
    </p>,
    'success',
    ABOUT,
  );
}
