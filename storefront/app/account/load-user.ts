import { Profile } from '#contract/accounts.ts';
import { getJson } from '../api/client.ts';
import { sessionGeneration, storeUser } from '../session/session-store.ts';

/** Asks the shop who is signed in and keeps the answer for every part of the page. */
export async function loadUser(): Promise<void> {
  const era = sessionGeneration();
  storeUser(Profile.parse(await getJson('/api/user/profile/')), era);
}
