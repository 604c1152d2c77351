import type { AskPasswordReset } from '#contract/accounts.ts';
import { emailKey, mailboxKey } from '#contract/email-address.ts';
import type { Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { seal } from '../sealed.ts';
import type { ResetRequest } from './post-password-reset.ts';
import { countAttempts } from './throttle.ts';

/** The queue where it is found out, later and unseen, whether the address has an account. */
export const PASSWORD_RESET = 'password-reset';

/**
 * Takes a wish for a new password. Answer, work and time are the same whether or not the address is known. Counted by
 * network alone: what strangers elsewhere asked for refuses nobody.
 */
export async function requestPasswordReset(deps: Deps, form: AskPasswordReset, network: string): Promise<Detail> {
  await countAttempts(deps, [
    { what: 'ask for a reset', who: `${mailboxKey(form.email)}\n${network}` },
    { what: 'ask for resets from a network', who: network },
  ]);
  const wish: ResetRequest = { emailKey: emailKey(form.email), place: { network, mark: form.device_mark } };
  // Under lock, because jobs outlive what they do, and the address may be a stranger's.
  const sealed = seal(deps.secrets.letters, PASSWORD_RESET, wish).toString('base64');
  await deps.db.transaction((tx) => deps.jobs.add(tx, PASSWORD_RESET, { sealed }));
  return { detail: 'If we know that address, a letter with a link is on its way to it.' };
}
