import type { DeleteAccount } from '#contract/accounts.ts';
import type { Detail } from '#contract/errors.ts';
import { eq } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { deleteListedLetters } from '../mail/listed-letters.ts';
import type { Shopper } from './access-token.ts';
import type { PersonalDataSource } from './personal-data.ts';
import { lockOwner, requirePassword } from './require-password.ts';
import { users } from './table.ts';

/** Deletes a person and their data, ends their sessions and confirms it by letter. Requires the password. */
export async function deleteAccount(
  deps: Deps,
  sources: PersonalDataSource[],
  shopper: Shopper,
  { password }: DeleteAccount,
): Promise<Detail> {
  const owner = await requirePassword(deps, shopper, password);
  await deps.db.transaction(async (tx) => {
    const user = await lockOwner(tx, owner);
    for (const { erase } of sources) await erase(tx, user.id, deps.clock.now());
    await deleteListedLetters(tx, user.id);
    await tx.delete(users).where(eq(users.id, user.id));
    await deps.mail.post(tx, { kind: 'account-deleted', to: user.email, firstName: user.firstName });
  });
  return { detail: 'Your account has been deleted.' };
}
