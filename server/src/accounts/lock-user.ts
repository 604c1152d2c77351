import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import { NotSignedIn } from '../errors.ts';
import { users } from './table.ts';
import type { UserRow } from './to-user.ts';

/**
 * The person, held still until the transaction ends; gone if they left a moment ago. Not against those who only refer to
 * them: PostgreSQL makes sure by itself that a person stays to whom something of theirs refers, and would wait in a ring.
 */
export async function lockUser(tx: Transaction, userId: number): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!user) throw new NotSignedIn();
  return user;
}
