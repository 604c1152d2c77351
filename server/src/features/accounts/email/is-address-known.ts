import { emailKey } from '#contract/email-address.ts';
import type { Deps } from '#server/deps.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { users } from '../table.ts';
import { type Attempt, countAttempts, forgiveAttempts } from '../throttle.ts';

/** Counted before the address is looked up, as in register.ts: otherwise the counter would tell which are known. */
export async function isAddressKnown(deps: Deps, email: string, network: string): Promise<boolean> {
  const learning: Attempt[] = [{ what: 'learn that an address is known', who: network }];
  await countAttempts(deps, learning);
  const [known] = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (!known) await forgiveAttempts(deps, learning);
  return known !== undefined;
}
