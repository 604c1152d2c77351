import type { PasskeyOptions } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict } from '#server/errors.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import type { Colleague } from '../find-colleague.ts';
import type { Visit } from '../sign-in/visit.ts';
import { passkeys } from '../table.ts';
import { CHALLENGE_MS, makeChallenge } from './challenges.ts';
import { loadPasskeyLibrary } from './passkey-library.ts';
import { relyingParty } from './relying-party.ts';

type OfferDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'secrets'>;

/** Asks for any passkey of this shop: the passkey says whose it is. */
export async function offerSignIn(deps: OfferDeps, { network, browser }: Visit): Promise<PasskeyOptions> {
  await countAttempts(deps, [{ what: 'ask for a challenge for a passkey', who: network }]);
  const challenge = await makeChallenge(deps, { purpose: 'sign in', browser: browser.hash, staffId: null });
  return toOptions(deps, challenge);
}

/** Asks for one of the person's own passkeys, to confirm who is there. */
export async function offerConfirmation(
  deps: OfferDeps,
  colleague: Pick<Colleague, 'id'>,
  { network, browser }: Visit,
): Promise<PasskeyOptions> {
  const own = await deps.db
    .select({ id: passkeys.id, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.staffId, colleague.id));
  if (own.length === 0) throw new Conflict('You have no passkey yet. Add one first, under Your devices.');
  await countAttempts(deps, [{ what: 'ask for a challenge for a passkey', who: network }]);
  const challenge = await makeChallenge(deps, { purpose: 'confirm', browser: browser.hash, staffId: colleague.id });
  return toOptions(deps, challenge, own);
}

async function toOptions(
  { config }: Pick<Deps, 'config'>,
  challenge: Uint8Array<ArrayBuffer>,
  allowed?: { id: string; transports: string[] }[],
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await loadPasskeyLibrary();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge,
    userVerification: 'required',
    timeout: CHALLENGE_MS,
    ...(allowed && { allowCredentials: allowed as { id: string }[] }),
  });
  return { ...options };
}
