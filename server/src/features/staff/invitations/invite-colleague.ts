import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import type { DoneNow } from '../done-by.ts';
import { writeDeskLog } from '../write-desk-log.ts';
import { inviteStaff, type NewStaff } from './invite-staff.ts';

/** Invites somebody by letter; returns the link that is in it. */
export async function inviteColleague(
  { config, mail }: Pick<Deps, 'config' | 'mail'>,
  tx: Transaction,
  form: NewStaff,
  by: DoneNow,
): Promise<{ staffId: number; link: string }> {
  const { staffId, key } = await inviteStaff(tx, form, {
    at: by.at,
    ...(by.actor === 'staff' && { invitedById: by.staffId }),
  });
  const link = `${config.publicUrl}/desk/invitation/${key}`;
  const { email, name, roles } = form;
  const invitedBy = by.actor === 'staff' ? by.who : null;
  await mail.post(tx, { kind: 'desk-invitation', to: email, firstName: name, roles, invitedBy, link });
  const details = { email, roles };
  await writeDeskLog(tx, by, 'invite staff', staffId, details);
  return { staffId, link };
}
