import type { UsedPasskey } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { lockMember } from '../lock-member.ts';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import { openSession, type SignedIn, welcome } from './open-session.ts';
import type { Visit } from './visit.ts';

/** Signs in whoever the passkey belongs to. */
export async function signIn(deps: Deps, used: UsedPasskey, visit: Visit): Promise<SignedIn> {
  const staffId = await checkPasskey(deps, used, visit, { purpose: 'sign in', staffId: null });
  const secret = await deps.db.transaction(async (tx) => {
    await lockMember(tx, staffId);
    return openSession(deps, tx, staffId, visit, 'passkey');
  });
  return welcome(deps, secret);
}
