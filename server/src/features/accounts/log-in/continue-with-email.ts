import type { CodeSent, ContinueWithEmail, Registered } from '#contract/accounts.ts';
import { emailKey } from '#contract/email-address.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { mailboxOf } from '../email/mailbox-of.ts';
import { makeUsername } from '../make-username.ts';
import { createAccount } from '../register.ts';
import { users } from '../table.ts';
import { type Attempt, countAttempts, forgiveAttempts } from '../throttle.ts';
import { requestLoginCode } from './request-login-code.ts';

/**
 * Registers an address alone and signs its owner in, as the long form does; the name is asked for at the checkout, and a
 * password never. A known address gets a code by mail instead. That it is known is told as the long form tells it, with the
 * same limit.
 */
export async function continueWithEmail(
  deps: Deps,
  form: ContinueWithEmail,
  visit: { network: string; device: string },
): Promise<Registered | CodeSent> {
  await countAttempts(deps, [{ what: 'register', who: visit.network }]);
  if (await isKnown(deps, form.email, visit.network)) return requestLoginCode(deps, form, visit.network);
  await countAttempts(deps, [{ what: 'be written to on registering', who: mailboxOf(form.email) }]);
  const person = { username: makeUsername(), email: form.email, firstName: '', lastName: '', passwordHash: null };
  try {
    return await createAccount(deps, person, { ...visit, mark: form.device_mark });
  } catch (error) {
    // Somebody registered it at the same moment.
    if (error instanceof Invalid) return requestLoginCode(deps, form, visit.network);
    throw error;
  }
}

/** Counted before the address is looked up, as in register.ts: otherwise the counter would tell which are known. */
async function isKnown(deps: Deps, email: string, network: string): Promise<boolean> {
  const learning: Attempt[] = [{ what: 'learn that an address is known', who: network }];
  await countAttempts(deps, learning);
  const [known] = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (!known) await forgiveAttempts(deps, learning);
  return known !== undefined;
}
