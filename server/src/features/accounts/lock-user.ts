import { NotSignedIn } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { users } from './table.ts';
import type { UserRow } from './to-user.ts';

/**
 * Locks the row of a person until the transaction ends, or throws if the account is gone. `no key update` does not
 * block inserts of rows that refer to the person: PostgreSQL locks the key for those by itself, and a stronger lock
 * here could deadlock with it.
 */
export async function lockUser(tx: Transaction, userId: number): Promise<UserRow> {
  const [user] = await lockStatement(tx).execute({ userId });
  if (!user) throw new NotSignedIn();
  return user;
}

const lockStatement = preparedFor((tx) =>
  tx
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .for('no key update')
    .prepare('lock-user'),
);
