import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { Me, PasskeyOptions } from '#contract/staff.ts';
import { Refusal } from '../desk-api.ts';
import { send, toRefusal } from '../send.ts';

/** Fetched when a passkey is wanted: most pages of the desk need nothing of it. */
const library = () => import('@simplewebauthn/browser');

/** The shop passes on what its own half of the library wrote. */
const toCreation = (options: PasskeyOptions) => options as PasskeyOptions & PublicKeyCredentialCreationOptionsJSON;

/** Asks the person's device for a passkey and signs in with it; `inField`: the browser offers it in the field for the address. */
export async function signInWithPasskey({ inField = false } = {}): Promise<Me> {
  const { startAuthentication } = await library();
  const options = await send('POST', '/api/desk/sign-in/options/');
  const used = await startAuthentication({ optionsJSON: options, useBrowserAutofill: inField });
  return send('POST', '/api/desk/sign-in/', used);
}

export async function mayOfferInField(): Promise<boolean> {
  const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } = await library();
  return browserSupportsWebAuthn() && (await browserSupportsWebAuthnAutofill());
}

/** Withdraws an offer in the field: another one, or a page of its own, takes its place. */
export async function withdrawOffer(): Promise<void> {
  const { WebAuthnAbortService } = await library();
  WebAuthnAbortService.cancelCeremony();
}

/** Confirms with one of the own passkeys who is there. */
export async function confirmWithPasskey(): Promise<void> {
  const { startAuthentication } = await library();
  const options = await send('POST', '/api/desk/confirm/options/');
  await send('POST', '/api/desk/confirm/', await startAuthentication({ optionsJSON: options }));
}

/** Makes a passkey on this device for whoever is signed in. */
export async function addPasskey(): Promise<void> {
  const { startRegistration } = await library();
  const options = toCreation(await send('POST', '/api/desk/passkeys/options/'));
  await send('POST', '/api/desk/passkeys/', await startRegistration({ optionsJSON: options }));
}

/** Makes a passkey on this device for somebody who was invited, and joins. */
export async function joinWithPasskey(key: string, name: string): Promise<Me> {
  const { startRegistration } = await library();
  const path = `/api/desk/invitations/${encodeURIComponent(key)}` as const;
  const options = toCreation(await send('POST', `${path}/options/`, { name }));
  const passkey = await startRegistration({ optionsJSON: options });
  return send('POST', `${path}/join/`, { name, passkey });
}

const WORDS: Record<string, string> = {
  NotAllowedError: 'Nothing was signed. Try again when you are ready.',
  InvalidStateError: 'This device has a passkey of yours already.',
  NotSupportedError: 'This device cannot make a passkey that we can use. Use a link by e-mail instead.',
  SecurityError: 'Passkeys work only at the shop’s own address. Open the desk there.',
};

/** What went wrong with a passkey, in words; undefined if it was only withdrawn. */
export function passkeyWords(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message;
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { name?: string } };
  if (name === 'AbortError' || code === 'ERROR_CEREMONY_ABORTED') return undefined;
  const known = WORDS[name ?? ''] ?? WORDS[cause?.name ?? ''];
  if (known) return known;
  if (typeof PublicKeyCredential === 'undefined') return 'This browser has no passkeys. Use a link by e-mail instead.';
  return toRefusal(error).message;
}
