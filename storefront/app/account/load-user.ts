import { Profile } from '#contract/accounts.ts';
import { getJson, getJsonQuietly } from '../api/client.ts';
import { sessionGeneration, storeUser } from '../session/session-store.ts';

let loading: Promise<void> | undefined;

/** Fetches the profile of the person signed in and stores it for all parts of the page. */
export function loadUser(): Promise<void> {
  const mine = load(getJson).finally(() => {
    if (loading === mine) loading = undefined;
  });
  loading = mine;
  return mine;
}

/**
 * The same in the background: whatever the response, the session stays open and nothing redirects. What the page itself is fetching
 * is not fetched a second time.
 */
export const loadUserQuietly = (): Promise<void> => loading ?? load(getJsonQuietly);

async function load(fetchJson: (path: string) => Promise<unknown>): Promise<void> {
  const era = sessionGeneration();
  storeUser(Profile.parse(await fetchJson('/api/user/profile/')), era);
}
