import type { UsedPasskey } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { NotAllowed } from '#server/errors.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { and, eq, isNull, lt, or, sql } from '#server/platform/database/drizzle.ts';
import type { Visit } from '../sign-in/visit.ts';
import { passkeys, staff } from '../table.ts';
import { type Asked, takeChallenge } from './challenges.ts';
import { loadPasskeyLibrary } from './passkey-library.ts';
import { relyingParty, toUserHandle } from './relying-party.ts';

const NO_GOOD = 'This passkey does not open the desk.';

/**
 * Whose passkey this is, if it signed a challenge of ours for this purpose, on a page of ours, with the person verified by the
 * device. Each challenge is good once; a counter that does not rise reveals a copy. Only what is refused is counted.
 */
export async function checkPasskey(
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'secrets'>,
  used: UsedPasskey,
  { browser, network }: Visit,
  { purpose, staffId }: Omit<Asked, 'browser'>,
): Promise<number> {
  try {
    const expected = await takeChallenge(deps, used.response.clientDataJSON, {
      purpose,
      browser: browser.hash,
      staffId,
    });
    return await verify(deps, used, expected, staffId);
  } catch (error) {
    if (error instanceof NotAllowed)
      await countAttempts(deps, [{ what: 'use a passkey that is no good', who: network }]);
    throw error;
  }
}

async function verify(
  { clock, config, db }: Pick<Deps, 'clock' | 'config' | 'db'>,
  used: UsedPasskey,
  expectedChallenge: string,
  staffId: number | null,
): Promise<number> {
  const [known] = await db
    .select({ passkey: passkeys })
    .from(passkeys)
    .innerJoin(staff, eq(staff.id, passkeys.staffId))
    .where(and(eq(passkeys.id, used.id), isNull(staff.disabledAt)));
  const passkey = known?.passkey;
  if (!passkey || (staffId !== null && passkey.staffId !== staffId)) throw new NotAllowed(NO_GOOD);
  const { userHandle } = used.response;
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(toUserHandle(passkey.staffId)))
    throw new NotAllowed(NO_GOOD);
  const { id, origin } = relyingParty(config);
  const { clientDataJSON, authenticatorData, signature } = used.response;
  const { verifyAuthenticationResponse } = await loadPasskeyLibrary();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: used.id,
      rawId: used.rawId,
      type: used.type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch((cause) => {
    throw new NotAllowed(NO_GOOD, { cause });
  });
  if (!verified) throw new NotAllowed(NO_GOOD);
  const { newCounter, credentialBackedUp } = authenticationInfo;
  const [counted] = await db
    .update(passkeys)
    .set({ counter: newCounter, usedAt: clock.now(), isBackedUp: credentialBackedUp })
    .where(and(eq(passkeys.id, passkey.id), or(lt(passkeys.counter, newCounter), sql`${newCounter} = 0`)))
    .returning({ staffId: passkeys.staffId });
  if (!counted) throw new NotAllowed(NO_GOOD);
  return counted.staffId;
}
