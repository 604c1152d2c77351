import { randomInt } from 'node:crypto';
import { emailKey } from '#contract/email-address.ts';
import type { RecoveryCodes, UseRecoveryCode } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { NotAllowed } from '#server/errors.ts';
import { hashKey } from '#server/features/accounts/keys.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { and, eq, isNull } from '#server/platform/database/drizzle.ts';
import { doneBy } from '../done-by.ts';
import type { Colleague } from '../find-colleague.ts';
import { lockMember } from '../lock-member.ts';
import { postAccessLetter } from '../post-access-letter.ts';
import { openSession, type SignedIn, welcome } from '../sign-in/open-session.ts';
import { requireConfirmed } from '../sign-in/require-confirmed.ts';
import type { Visit } from '../sign-in/visit.ts';
import { recoveryCodes, staff } from '../table.ts';
import { writeDeskLog } from '../write-desk-log.ts';

const HOW_MANY = 10;
/** No two of these are mistaken for each other in handwriting. Sixteen of them cannot be guessed. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const NO_GOOD = 'That address and code do not open the desk. Each code works once.';

/** Makes ten new codes; earlier ones end. They are shown this once: only their hashes are stored. */
export async function makeRecoveryCodes(deps: Deps, colleague: Colleague): Promise<RecoveryCodes> {
  requireConfirmed(deps, colleague);
  const at = deps.clock.now();
  const { id: staffId } = colleague;
  const codes = Array.from({ length: HOW_MANY }, makeCode);
  await deps.db.transaction(async (tx) => {
    const member = await lockMember(tx, staffId);
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId));
    await tx
      .insert(recoveryCodes)
      .values(codes.map((code) => ({ staffId, hash: hashKey(toPlain(code)), createdAt: at })));
    await writeDeskLog(tx, { at, ...doneBy(member) }, 'make recovery codes', staffId);
    await postAccessLetter(deps, tx, member, 'recovery codes made');
  });
  return { codes };
}

const makeCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('')).join('-');

/** As it is compared: people type small letters, and leave out or add what stands between. */
const toPlain = (typed: string): string => typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** Signs in with a recovery code, which is used up; the person is told by letter. Only failures are counted. */
export async function useRecoveryCode(deps: Deps, form: UseRecoveryCode, visit: Visit): Promise<SignedIn> {
  const secret = await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(staff)
      .where(eq(staff.emailKey, emailKey(form.email)));
    if (!found || found.disabledAt) return undefined;
    const { id: staffId } = found;
    const member = await lockMember(tx, staffId);
    const at = deps.clock.now();
    const used = await tx
      .update(recoveryCodes)
      .set({ usedAt: at })
      .where(
        and(
          eq(recoveryCodes.staffId, staffId),
          eq(recoveryCodes.hash, hashKey(toPlain(form.code))),
          isNull(recoveryCodes.usedAt),
        ),
      )
      .returning();
    if (used.length === 0) return undefined;
    await writeDeskLog(tx, { at, ...doneBy(member) }, 'use recovery code', staffId);
    await postAccessLetter(deps, tx, member, 'recovery code used');
    return openSession(deps, tx, staffId, visit, 'recovery code');
  });
  if (secret !== undefined) return welcome(deps, secret);
  await countAttempts(deps, [{ what: 'use a recovery code that is no good', who: visit.network }]);
  throw new NotAllowed(NO_GOOD);
}
