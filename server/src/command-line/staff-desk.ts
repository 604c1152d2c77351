import * as z from 'zod';
import { emailKey } from '#contract/email-address.ts';
import { describeRoles } from '#contract/role-words.ts';
import { InviteStaff } from '#contract/staff.ts';
import { inviteColleague } from '#server/features/staff/invitations/invite-colleague.ts';
import { findByEmail } from '#server/features/staff/list-staff.ts';
import { type Desk, inTransaction, NotDone } from './desk.ts';
import { printable } from './printable.ts';

/**
 * Invites somebody by letter. The link stands alone on the last line, for whoever wants to pass it on by hand. Of somebody who
 * stands in the list already, name and roles are known.
 */
export async function inviteAtDesk(
  desk: Desk,
  email: string,
  { name, role }: { name?: string | undefined; role?: string | undefined },
): Promise<void> {
  const found = await findByEmail(desk, emailKey(email));
  const known = found?.disabledAt ? undefined : found;
  const roles = role?.split(',').map((word) => word.trim());
  const form = { email, name: name ?? known?.name, roles: roles ?? known?.roles };
  const { data, error } = InviteStaff.safeParse(form);
  if (!data) throw new NotDone(explainForm(error));
  const { link } = await inTransaction(desk, 'member of staff', (tx) =>
    inviteColleague(desk, tx, data, { at: desk.clock.now(), ...desk.by }),
  );
  desk.print(
    `${printable(data.name)} is invited as ${describeRoles(data.roles)}. The letter to ${data.email} leaves when the shop is open; its link works once, for seven days:`,
  );
  desk.print(link);
}

const OPTIONS: Record<string, string> = { email: 'EMAIL', name: '--name', roles: '--role' };

function explainForm(error: z.ZodError): string {
  const fields = Object.entries(z.flattenError(error).fieldErrors) as [string, string[]][];
  return fields.map(([field, words]) => `${OPTIONS[field] ?? field}: ${words[0]}`).join('\n');
}
