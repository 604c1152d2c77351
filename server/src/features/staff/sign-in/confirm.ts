import type { UsedPasskey } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import type { Colleague } from '../find-colleague.ts';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import { staffSessions } from '../table.ts';
import type { Visit } from './visit.ts';

/** Writes down that the person of this session is there, by one of their own passkeys. */
export async function confirm(deps: Deps, colleague: Colleague, used: UsedPasskey, visit: Visit): Promise<void> {
  await checkPasskey(deps, used, visit, { purpose: 'confirm', staffId: colleague.id });
  await deps.db
    .update(staffSessions)
    .set({ confirmedAt: deps.clock.now() })
    .where(eq(staffSessions.id, colleague.sessionId));
}
