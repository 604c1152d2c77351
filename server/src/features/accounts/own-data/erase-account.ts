import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { deleteListedLetters } from '#server/platform/mail/listed-letters.ts';
import { users } from '../table.ts';
import type { UserRow } from '../to-user.ts';
import type { PersonalDataSource } from './personal-data.ts';

/** Deletes a locked person and their data, ends their sessions and confirms it by letter. A source may refuse. */
export async function eraseAccount(
  { clock, mail }: Pick<Deps, 'clock' | 'mail'>,
  tx: Transaction,
  sources: PersonalDataSource[],
  { id, email, firstName, emailConfirmedAt }: UserRow,
): Promise<void> {
  for (const { erase } of sources) await erase(tx, id, clock.now());
  await deleteListedLetters(tx, id);
  await tx.delete(users).where(eq(users.id, id));
  await mail.post(tx, { kind: 'account-deleted', to: email, firstName, wasConfirmed: emailConfirmedAt !== null });
}
