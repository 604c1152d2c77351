import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import type { StaffRow } from './table.ts';

/** Tells a member of staff that there is another way in now, or one fewer: if it was somebody else, this is how they learn of it. */
export async function postAccessLetter(
  { config, mail }: Pick<Deps, 'config' | 'mail'>,
  tx: Transaction,
  { email, name }: Pick<StaffRow, 'email' | 'name'>,
  what: LetterOf<'desk-access'>['what'],
): Promise<void> {
  const link = `${config.publicUrl}/desk/devices`;
  await mail.post(tx, { kind: 'desk-access', to: email, firstName: name, what, link });
}
