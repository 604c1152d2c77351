import type { NewPasskey, PasskeyOptions } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { NotConfirmed } from '#server/errors.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { doneBy } from '../done-by.ts';
import type { Colleague } from '../find-colleague.ts';
import { lockMember } from '../lock-member.ts';
import { postAccessLetter } from '../post-access-letter.ts';
import { isConfirmed } from '../sign-in/require-confirmed.ts';
import type { Visit } from '../sign-in/visit.ts';
import { staffSessions } from '../table.ts';
import { writeDeskLog } from '../write-desk-log.ts';
import { checkNewPasskey, offerNewPasskey, storePasskey } from './new-passkey.ts';

const FRESH_MS = 15 * 60 * 1000;

/** Offers to add a passkey of this device. */
export async function offerToAdd(deps: Deps, colleague: Colleague, visit: Visit): Promise<PasskeyOptions> {
  await requireMayAdd(deps, colleague);
  await countAttempts(deps, [{ what: 'ask for a challenge for a passkey', who: visit.network }]);
  return offerNewPasskey(deps, colleague, visit);
}

/** Adds a passkey; the person is told by letter. The device has just verified who is there, which counts as confirmed. */
export async function addPasskey(deps: Deps, colleague: Colleague, made: NewPasskey, visit: Visit): Promise<void> {
  await requireMayAdd(deps, colleague);
  const { id: staffId, sessionId } = colleague;
  const checked = await checkNewPasskey(deps, made, staffId, visit);
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const member = await lockMember(tx, staffId);
    await storePasskey(tx, checked, { staffId, device: visit.device, at });
    await tx.update(staffSessions).set({ confirmedAt: at }).where(eq(staffSessions.id, sessionId));
    await writeDeskLog(tx, { at, ...doneBy(member) }, 'add passkey', staffId);
    await postAccessLetter(deps, tx, member, 'passkey added');
  });
}

/**
 * A session that somebody left open must not become a passkey that stays. So a passkey confirms it, or it is added at once after
 * signing in by a link or a recovery code.
 */
async function requireMayAdd(deps: Deps, colleague: Colleague): Promise<void> {
  if (isConfirmed(deps, colleague)) return;
  const [session] = await deps.db.select().from(staffSessions).where(eq(staffSessions.id, colleague.sessionId));
  const ageMs = session ? deps.clock.now().getTime() - session.startedAt.getTime() : FRESH_MS + 1;
  if (colleague.openedBy === 'passkey' || ageMs > FRESH_MS) throw new NotConfirmed();
}
