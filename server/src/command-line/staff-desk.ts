import * as z from 'zod';
import { emailKey } from '#contract/email-address.ts';
import { formatMoment } from '#contract/moments.ts';
import { describeRoles } from '#contract/role-words.ts';
import { InviteStaff, type StaffMember } from '#contract/staff.ts';
import { disableStaff } from '#server/features/staff/change-staff.ts';
import { inviteColleague } from '#server/features/staff/invitations/invite-colleague.ts';
import { findByEmail, listStaff } from '#server/features/staff/list-staff.ts';
import { type Desk, inTransaction, NotDone } from './desk.ts';
import { printable } from './printable.ts';

const byUser = ({ clock, by }: Desk) => ({ at: clock.now(), ...by });

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
  const { link } = await inTransaction(desk, 'member of staff', (tx) => inviteColleague(desk, tx, data, byUser(desk)));
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

export async function listStaffAtDesk(desk: Desk): Promise<void> {
  const { staff } = await listStaff(desk);
  if (staff.length === 0) return desk.print('Nobody works at the desk yet.');
  for (const member of staff) desk.print(describeMember(member));
}

function describeMember({ name, email, roles, state, invited_until, last_used_at, passkeys }: StaffMember): string {
  const who = `${printable(name)} <${printable(email)}>, ${describeRoles(roles)}`;
  if (state === 'disabled') return `${who}: disabled`;
  if (state === 'to confirm') return `${who}: worked here when the backup was made, to be confirmed`;
  if (state === 'invited')
    return invited_until === null
      ? `${who}: the invitation is over`
      : `${who}: invited until ${formatMoment(invited_until)}`;
  const keys = passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`;
  return `${who}: ${keys}, ${last_used_at ? `last here on ${formatMoment(last_used_at)}` : 'not signed in'}`;
}

export async function disableAtDesk(desk: Desk, email: string): Promise<void> {
  const member = await findByEmail(desk, emailKey(email));
  if (!member) throw new NotDone(`Nobody with the address ${JSON.stringify(email)} works here.`);
  const done = await inTransaction(desk, 'member of staff', (tx) => disableStaff(tx, member.id, byUser(desk)));
  const name = printable(member.name);
  desk.print(done ? `Nothing opens for ${name} any more.` : `${name} was disabled already.`);
}
