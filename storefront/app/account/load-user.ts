import { Profile } from '#contract/accounts.ts';
import { getJson } from '../api/client.ts';
import { sessionGeneration, storeUser } from '../session/session-store.ts';

/** Fetches the profile of the person signed in and stores it for all parts of the page. */
export async function loadUser(): Promise<void> {
  const era = sessionGeneration();
  storeUser(Profile.parse(await getJson('/api/user/profile/')), era);
}
