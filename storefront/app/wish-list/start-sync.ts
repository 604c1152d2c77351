import { subscribeToSession } from '../session/session-store.ts';
import { readSaved } from './saved-store.ts';

const FRESH_MS = 60_000;

/** Loaded when it is needed: most pages of most visitors show hearts and press none. */
export const loadSync = () => import('./sync-wish-list.ts');

/** Whose list this page has asked for last. */
let syncedFor = '';

/** Asks the shop for the list of someone signed in, where it was not asked lately, and brings there what they saved before. */
function syncWhenIdle(): void {
  const { who, unmerged, fetchedAt } = readSaved();
  if (who === syncedFor) return;
  syncedFor = who;
  if (!who || (unmerged.length === 0 && Date.now() - fetchedAt < FRESH_MS)) return;
  const sync = () =>
    loadSync().then(
      ({ syncWishList }) => syncWishList(),
      () => {}, // The next page tries again.
    );
  // The page itself comes first.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void sync(), { timeout: 4_000 });
  else setTimeout(sync, 1_500);
}

/** Called once the page listens. Returns a function that ends it. */
export function startSync(): () => void {
  syncWhenIdle();
  return subscribeToSession(syncWhenIdle);
}
