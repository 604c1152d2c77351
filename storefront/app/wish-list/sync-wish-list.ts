import { MAX_WISH_LIST } from '#contract/limits.ts';
import type { WishList } from '#contract/wish-list.ts';
import { ApiError } from '../api/api-error.ts';
import { createLastWins } from '../api/changes/last-wins.ts';
import { withTabLock } from '../api/changes/with-tab-lock.ts';
import { callApi, getJson } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { toRecord } from '../api/to-record.ts';
import { isSignedIn } from '../session/session-store.ts';
import { showToast } from '../ui/toast/toast.tsx';
import { changeSaved, markSaved, readSaved } from './saved-store.ts';

const PATH = '/api/user/wish-list/';
/** A heart that is taken back must not overtake the merge that brings it. */
let merging: Promise<unknown> = Promise.resolve();

/** Of several presses of one heart only the last counts, and they never overtake each other. */
const hearts = createLastWins<number, 0 | 1>({
  async send(id, isSaved) {
    await merging.catch(() => {});
    const { who } = readSaved();
    storeList(who, await callApi(`${PATH}${id}/`, { method: isSaved ? 'PUT' : 'DELETE', keepalive: true }));
    if (isSaved) whenSaved.get(id)?.();
  },
  onRefused(error, id) {
    // The page leads to the login.
    if (error instanceof ApiError && error.status === 401 && !isSignedIn()) return;
    markSaved(id, !wanted.get(id));
    const [reason = failureWords(error)] = fieldErrorsOf(error).non_field_errors ?? [];
    void showToast(reason, 'error', { about: 'the wish list' });
  },
});
const wanted = new Map<number, 0 | 1>();
const whenSaved = new Map<number, () => void>();

/** Tells the shop that a heart was pressed. Once the shop has the bouquet on the list, `onSaved` says so. */
export function sendHeart(id: number, isSaved: boolean, onSaved: () => void): void {
  wanted.set(id, isSaved ? 1 : 0);
  whenSaved.set(id, onSaved);
  hearts.set(id, isSaved ? 1 : 0);
}

/** Stores the list that the shop sent. Hearts that it has not answered yet stay as they were pressed. */
function storeList(who: string, list: WishList, merged: readonly number[] = []): WishList {
  // What answers may be a captive portal.
  if (!Array.isArray(toRecord(list).products)) throw new ApiError(502, undefined);
  changeSaved(who, ({ unmerged }) => {
    const left = unmerged.filter((id) => !merged.includes(id));
    const pressed = [...hearts.pending()];
    const shown = new Set([...pressed.filter(([, isSaved]) => isSaved).map(([id]) => id), ...left, ...list.products]);
    for (const [id, isSaved] of pressed) if (!isSaved) shown.delete(id);
    return { products: [...shown].slice(0, MAX_WISH_LIST), unmerged: left, fetchedAt: Date.now() };
  });
  return list;
}

/**
 * Merges what was saved before signing in, once for all tabs: a heart that is taken back in one tab would come back with another
 * tab's list. Otherwise fetches the list. If the shop does not answer, the next page tries again.
 */
export async function syncWishList(): Promise<void> {
  try {
    await withTabLock('marigold-lane-wish-list', async () => {
      if (readSaved().unmerged.length > 0) await merge();
      else await fetchQuietly();
    });
  } catch {
    // As said above.
  }
}

async function fetchQuietly(): Promise<void> {
  const { who } = readSaved();
  if (who) storeList(who, await getJson(PATH, { quietly: true }));
}

async function merge(): Promise<WishList> {
  const { who, unmerged } = readSaved();
  const sent = callApi(`${PATH}merge/`, { method: 'POST', body: { products: unmerged } });
  merging = sent;
  const list = storeList(who, await sent, unmerged);
  const isFull = list.products.length >= MAX_WISH_LIST;
  if (isFull && unmerged.some((id) => !list.products.includes(id))) {
    const words = `Your wish list is full: it has room for ${MAX_WISH_LIST} bouquets, and not all that you saved here.`;
    void showToast(words, 'warning', { about: 'the wish list' });
  }
  return list;
}

/** The list of whoever is signed in, with what they saved before that. Throws if the shop does not answer. */
export const fetchWishList = (): Promise<WishList> =>
  withTabLock('marigold-lane-wish-list', async () => {
    const { who, unmerged } = readSaved();
    if (unmerged.length > 0) return merge();
    return storeList(who, await getJson(PATH));
  });
