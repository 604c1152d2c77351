import type { DeleteAccount } from '#contract/accounts.ts';
import type { Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { lockOwner, requirePassword } from '../passwords/require-password.ts';
import type { Shopper } from '../sessions/access-token.ts';
import { eraseAccount } from './erase-account.ts';
import type { PersonalDataSource } from './personal-data.ts';

/** Deletes a person and their data, ends their sessions and confirms it by letter. Requires the password, or a code. */
export async function deleteAccount(
  deps: Deps,
  sources: PersonalDataSource[],
  shopper: Shopper,
  form: DeleteAccount,
): Promise<Detail> {
  const owner = await requirePassword(deps, shopper, form);
  await deps.db.transaction(async (tx) => eraseAccount(deps, tx, sources, await lockOwner(tx, owner)));
  return { detail: 'Your account has been deleted.' };
}
