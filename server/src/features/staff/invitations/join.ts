import type { Detail } from '#contract/errors.ts';
import type { Join, Joining, PasskeyOptions } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { hashKey } from '#server/features/accounts/keys.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { doneBy } from '../done-by.ts';
import { lockMember } from '../lock-member.ts';
import { checkNewPasskey, offerNewPasskey, storePasskey } from '../passkeys/new-passkey.ts';
import { openSession, type SignedIn, welcome } from '../sign-in/open-session.ts';
import { postStaffLink } from '../sign-in/post-staff-link.ts';
import type { Visit } from '../sign-in/visit.ts';
import { staff, staffLinks } from '../table.ts';
import { writeDeskLog } from '../write-desk-log.ts';
import { NO_INVITATION, readInvitation, requireInvitation } from './find-invitation.ts';

/** Offers somebody who was invited to make a passkey. */
export async function offerToJoin(deps: Deps, key: string, form: Joining, visit: Visit): Promise<PasskeyOptions> {
  const { member } = await requireInvitation(deps, key, visit.network);
  await countAttempts(deps, [{ what: 'ask for a challenge for a passkey', who: visit.network }]);
  return offerNewPasskey(deps, { ...member, name: form.name }, visit);
}

/** Joins with a passkey and signs in. The invitation is used up. */
export async function join(deps: Deps, key: string, { name, passkey }: Join, visit: Visit): Promise<SignedIn> {
  const { member } = await requireInvitation(deps, key, visit.network);
  const { id: staffId } = member;
  const checked = await checkNewPasskey(deps, passkey, staffId, visit);
  const at = deps.clock.now();
  const secret = await deps.db.transaction(async (tx) => {
    await lockMember(tx, staffId);
    const used = await tx
      .delete(staffLinks)
      .where(eq(staffLinks.hash, hashKey(key)))
      .returning();
    if (used.length === 0) throw new NotFound(NO_INVITATION);
    await storePasskey(tx, checked, { staffId, device: visit.device, at });
    await tx.update(staff).set({ name }).where(eq(staff.id, staffId));
    await writeDeskLog(tx, { at, ...doneBy({ id: staffId, name }) }, 'join staff', staffId);
    return openSession(deps, tx, staffId, visit, 'passkey');
  });
  return welcome(deps, secret);
}

/** For a device that has no passkeys: a link goes to the address that was invited, whoever holds the invitation. */
export async function joinByLink(deps: Deps, key: string, { name }: Joining, visit: Visit): Promise<Detail> {
  const { member } = await requireInvitation(deps, key, visit.network);
  await countAttempts(deps, [
    { what: 'have links to the desk posted to a known place', who: `${member.id}\ninvitation` },
  ]);
  await deps.db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    const still = await readInvitation(deps, tx, key);
    if (!still) throw new NotFound(NO_INVITATION);
    await tx.update(staff).set({ name }).where(eq(staff.id, member.id));
    await postStaffLink(deps, tx, { ...member, name }, visit.browser.hash);
  });
  return { detail: `A link is on its way to ${member.email}. Open it in this browser.` };
}
