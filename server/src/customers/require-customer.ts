import { users } from '../accounts/table.ts';
import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import { NotFound } from '../errors.ts';

/** Whoever has left is not found. */
export async function requireCustomer(tx: Transaction, id: number): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id));
  if (!user) throw new NotFound();
}
