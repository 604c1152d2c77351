import type { AskPasswordReset } from '#contract/accounts.ts';
import { emailKey, mailboxKey } from '#contract/email-address.ts';
import type { Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { countAttempts } from './throttle.ts';

/** The queue where it is found out, later and unseen, whether the address has an account. */
export const PASSWORD_RESET = 'password-reset';

/** Takes a wish for a new password. Answer, work and time are the same whether or not the address is known. */
export async function askPasswordReset(deps: Deps, { email }: AskPasswordReset, network: string): Promise<Detail> {
  await countAttempts(deps, [
    { what: 'ask for a reset', who: mailboxKey(email) },
    { what: 'ask for resets from a network', who: network },
  ]);
  await deps.db.transaction((tx) => deps.jobs.add(tx, PASSWORD_RESET, { emailKey: emailKey(email) }));
  return { detail: 'If we know that address, a letter with a link is on its way to it.' };
}
