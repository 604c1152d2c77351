import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { doneBy } from '../done-by.ts';
import type { Colleague } from '../find-colleague.ts';
import { lockMember } from '../lock-member.ts';
import { postAccessLetter } from '../post-access-letter.ts';
import { requireConfirmed } from '../sign-in/require-confirmed.ts';
import { passkeys } from '../table.ts';
import { writeDeskLog } from '../write-desk-log.ts';

/** Removes one of one's own passkeys: it opens nothing from now on. */
export async function removePasskey(deps: Deps, colleague: Colleague, passkeyId: string): Promise<void> {
  requireConfirmed(deps, colleague);
  const at = deps.clock.now();
  const { id: staffId } = colleague;
  await deps.db.transaction(async (tx) => {
    const member = await lockMember(tx, staffId);
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.staffId, staffId)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) throw new NotFound();
    await writeDeskLog(tx, { at, ...doneBy(member) }, 'remove passkey', staffId);
    await postAccessLetter(deps, tx, member, 'passkey removed');
  });
}
