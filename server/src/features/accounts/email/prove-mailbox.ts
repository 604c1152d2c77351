import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { findKnownPlace, type Place } from '../log-in/known-places.ts';
import { makeUsername } from '../make-username.ts';
import { usernameKey } from '../map-unique-violation.ts';
import type { PersonalDataSource } from '../own-data/personal-data.ts';
import { confirmationKeys, knownPlaces, passwordResets, sessions, users } from '../table.ts';
import type { UserRow } from '../to-user.ts';

/**
 * Records that somebody came in through the mailbox. The first time it ends what a stranger may have set who registered the
 * address before: password, sessions, a change of address, known places. On a device that the account does not know, names,
 * addresses and notes go as well: a stranger's would decide in whose name and where the owner's flowers are sent. The person
 * must be locked.
 */
export async function proveMailbox(
  deps: Deps,
  tx: Transaction,
  sources: PersonalDataSource[],
  user: UserRow,
  place: Place,
): Promise<UserRow> {
  if (user.mailboxProvenAt) return user;
  const now = deps.clock.now();
  const isKnownDevice = (await findKnownPlace({ ...deps, db: tx }, user.id, place)) === 'device';
  if (!isKnownDevice) for (const { distrust } of sources) await distrust?.(tx, user.id);
  const changed = {
    passwordHash: null,
    newEmail: null,
    mailboxProvenAt: now,
    emailConfirmedAt: user.emailConfirmedAt ?? now,
    ...(isKnownDevice ? {} : makeNameless()),
  };
  const [row] = await tx.update(users).set(changed).where(eq(users.id, user.id)).returning();
  for (const table of [confirmationKeys, passwordResets, sessions, knownPlaces])
    await tx.delete(table).where(eq(table.userId, user.id));
  return row as UserRow;
}

function makeNameless() {
  const username = makeUsername();
  return { firstName: '', lastName: '', username, usernameKey: usernameKey(username) };
}
