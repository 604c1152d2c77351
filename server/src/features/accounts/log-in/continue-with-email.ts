import type { CodeSent, ContinueWithEmail, Registered } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { Invalid } from '#server/errors.ts';
import { isAddressKnown } from '../email/is-address-known.ts';
import { mailboxOf } from '../email/mailbox-of.ts';
import { makeUsername } from '../make-username.ts';
import { createAccount } from '../register.ts';
import { countAttempts } from '../throttle.ts';
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
  if (await isAddressKnown(deps, form.email, visit.network)) return requestLoginCode(deps, form, visit.network);
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
