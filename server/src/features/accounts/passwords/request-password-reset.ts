import type { AskPasswordReset } from '#contract/accounts.ts';
import { emailKey, mailboxKey } from '#contract/email-address.ts';
import type { Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { seal } from '#server/platform/secrets/sealed.ts';
import { countAttempts } from '../throttle.ts';
import type { ResetRequest } from './post-password-reset.ts';

/** The queue whose job finds out whether the address has an account, after the response was sent. */
export const PASSWORD_RESET = 'password-reset';

/**
 * Accepts a request for a new password. Response, work and time are the same whether or not the address is known.
 * Counted by network: requests of strangers elsewhere are no reason to refuse the owner's.
 */
export async function requestPasswordReset(deps: Deps, form: AskPasswordReset, network: string): Promise<Detail> {
  await countAttempts(deps, [
    { what: 'ask for a reset', who: `${mailboxKey(form.email)}\n${network}` },
    { what: 'ask for resets from a network', who: network },
  ]);
  const request: ResetRequest = { emailKey: emailKey(form.email), place: { network, mark: form.device_mark } };
  // Encrypted, because finished jobs stay in the database for a while and the address may be a stranger's.
  const sealed = seal(deps.secrets.letters, PASSWORD_RESET, request).toString('base64');
  await deps.db.transaction((tx) => deps.jobs.add(tx, PASSWORD_RESET, { sealed }));
  return { detail: 'If we know that address, a letter with a link is on its way to it.' };
}
