import type { NewPasskey, PasskeyOptions } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { Conflict, NotAllowed } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import type { Visit } from '../sign-in/visit.ts';
import { passkeys } from '../table.ts';
import { CHALLENGE_MS, makeChallenge, takeChallenge } from './challenges.ts';
import { loadPasskeyLibrary, type PasskeyLibrary } from './passkey-library.ts';
import { relyingParty, toUserHandle } from './relying-party.ts';

const listAlgorithms = ({ COSEALG }: PasskeyLibrary) => [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
/** We ask for no proof of the maker. Others than these would have us fetch lists of certificates from their addresses. */
const FORMATS = ['none', 'packed'];
const NO_GOOD = 'This passkey could not be checked. Please try again.';

type Person = { id: number; name: string; email: string };

/** Asks a device for a new passkey: one that it finds by itself, and that it uses only after it has verified the person. */
export async function offerNewPasskey(
  deps: Pick<Deps, 'clock' | 'config' | 'db'>,
  { id, name, email }: Person,
  { browser }: Visit,
): Promise<PasskeyOptions> {
  const { id: rpID, name: rpName } = relyingParty(deps.config);
  const own = await deps.db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.staffId, id));
  const library = await loadPasskeyLibrary();
  const options = await library.generateRegistrationOptions({
    rpID,
    rpName,
    userID: toUserHandle(id),
    userName: email,
    userDisplayName: name,
    challenge: await makeChallenge(deps, { purpose: 'add', browser: browser.hash, staffId: id }),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: own,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: listAlgorithms(library),
  });
  return { ...options };
}

export type CheckedPasskey = Pick<
  typeof passkeys.$inferInsert,
  'id' | 'publicKey' | 'counter' | 'transports' | 'isBackedUp'
>;

/** A new passkey, if it signed the challenge that this person was given in this browser. */
export async function checkNewPasskey(
  deps: Pick<Deps, 'clock' | 'config' | 'db'>,
  made: NewPasskey,
  staffId: number,
  { browser }: Visit,
): Promise<CheckedPasskey> {
  const asked = { purpose: 'add', browser: browser.hash, staffId } as const;
  const expectedChallenge = await takeChallenge(deps, made.response.clientDataJSON, asked);
  const { id, origin } = relyingParty(deps.config);
  const library = await loadPasskeyLibrary();
  try {
    const { fmt } = readFormat(library, made);
    if (!FORMATS.includes(fmt)) throw new Error(`The format ${fmt} is not taken.`);
    const { verified, registrationInfo } = await library.verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: listAlgorithms(library),
    });
    if (!verified) throw new Error('The signature is not good.');
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: made.response.transports.filter((way) => /^[a-z-]+$/.test(way)),
      isBackedUp: credentialBackedUp,
    };
  } catch (cause) {
    throw new NotAllowed(NO_GOOD, { cause });
  }
}

function readFormat(
  { decodeAttestationObject, isoBase64URL }: PasskeyLibrary,
  { response }: NewPasskey,
): { fmt: string } {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  return { fmt: decoded.get('fmt') };
}

/** Stores a passkey that was checked. One that is known already stays with its owner. */
export async function storePasskey(
  tx: Transaction,
  checked: CheckedPasskey,
  { staffId, device, at }: { staffId: number; device: string; at: Date },
): Promise<void> {
  const stored = await tx
    .insert(passkeys)
    .values({ ...checked, staffId, device, createdAt: at })
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  if (stored.length === 0) throw new Conflict('This passkey is known here already.');
}
