import { Profile } from '#contract/accounts.ts';
import { getJson, getJsonQuietly } from '../api/client.ts';
import { sessionGeneration, storeUser } from '../session/session-store.ts';

/** Fetches the profile of the person signed in and stores it for all parts of the page. */
export const loadUser = (): Promise<void> => load(getJson);

/** The same in the background: whatever the response, the session stays open and nothing redirects. */
export const loadUserQuietly = (): Promise<void> => load(getJsonQuietly);

async function load(fetchJson: (path: string) => Promise<unknown>): Promise<void> {
  const era = sessionGeneration();
  storeUser(Profile.parse(await fetchJson('/api/user/profile/')), era);
}
