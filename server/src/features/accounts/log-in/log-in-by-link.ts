import type { LogInByLink, SignedIn } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { hashKey } from '../keys.ts';
import type { PersonalDataSource } from '../own-data/personal-data.ts';
import { loginCodes } from '../table.ts';
import { countAttempts } from '../throttle.ts';
import { enterByMailbox, type Visit } from './enter-by-mailbox.ts';

/** Signs someone in with the link of a letter, once, in whichever browser it is pressed. Only bad links are counted. */
export async function logInByLink(
  deps: Deps,
  sources: PersonalDataSource[],
  form: LogInByLink,
  visit: Visit,
): Promise<SignedIn> {
  const signedIn = await enterByMailbox(deps, sources, eq(loginCodes.linkHash, hashKey(form.key)), form, visit);
  if (signedIn) return signedIn;
  await countAttempts(deps, [{ what: 'use a key that is no good', who: visit.network }]);
  throw new NotFound('This link has been used or is too old.');
}
