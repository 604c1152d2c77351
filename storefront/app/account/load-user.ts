import { Profile } from '#contract/accounts.ts';
import { getJson } from '../api/client.ts';
import type { How } from '../api/send.ts';
import { sessionGeneration, storeUser } from '../session/session-store.ts';

/** Fetches the profile of the person signed in and stores it for all parts of the page. */
export const loadUser = (): Promise<void> => load({});

/** The same in the background: whatever the response, the session stays open and nothing redirects. */
export const loadUserQuietly = (): Promise<void> => load({ quietly: true });

async function load(how: How): Promise<void> {
  const era = sessionGeneration();
  storeUser(Profile.parse(await getJson('/api/user/profile/', how)), era);
}
