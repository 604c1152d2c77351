import type { AskLoginCode, CodeSent } from '#contract/accounts.ts';
import { emailKey, mailboxKey } from '#contract/email-address.ts';
import type { Deps } from '#server/deps.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { seal } from '#server/platform/secrets/sealed.ts';
import { hashKey, makeKey } from '../keys.ts';
import { loginCodes } from '../table.ts';
import { countAttempts } from '../throttle.ts';
import { codeExpiry, hashCode, hashMailbox, makeCode } from './login-codes.ts';
import type { CodeRequest } from './post-login-code.ts';

/** The queue whose job finds out whether the address has an account, after the response was sent. */
export const LOGIN_CODE = 'login-code';

/**
 * Accepts a request for a code by mail. Response, work and time are the same whether or not the address is known: a code is
 * made and stored in either case, and posted later to a known address alone. Counted by network, so that strangers
 * elsewhere are no reason to refuse the owner.
 */
export async function requestLoginCode(deps: Deps, form: AskLoginCode, network: string): Promise<CodeSent> {
  await countAttempts(deps, [
    { what: 'ask for a code', who: `${mailboxKey(form.email)}\n${network}` },
    { what: 'ask for codes from a network', who: network },
  ]);
  const [ticket, code, linkKey] = [makeKey(), makeCode(), makeKey()];
  const ticketHash = hashKey(ticket);
  const request: CodeRequest = {
    emailKey: emailKey(form.email),
    place: { network, mark: form.device_mark },
    ticketHash: ticketHash.toString('base64'),
    code,
    linkKey,
  };
  // Encrypted, because finished jobs stay in the database for a while, the address may be a stranger's and the code is good.
  const sealed = seal(deps.secrets.letters, LOGIN_CODE, request).toString('base64');
  await deps.db.transaction(async (tx) => {
    if (form.ticket) await tx.delete(loginCodes).where(eq(loginCodes.ticketHash, hashKey(form.ticket)));
    await tx.insert(loginCodes).values({
      ticketHash,
      mailbox: hashMailbox(deps.secrets, form.email),
      codeHash: hashCode(deps.secrets, ticketHash, code),
      linkHash: hashKey(linkKey),
      expiresAt: codeExpiry(deps),
    });
    await deps.jobs.add(tx, LOGIN_CODE, { sealed });
  });
  return { detail: 'If we know that address, a letter with a code is on its way to it.', ticket };
}
