import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { asc, eq } from '#server/platform/database/drizzle.ts';
import { letters } from './table.ts';

/** Which letters were written to someone and when. */
export async function listLetters(db: Database | Transaction, userId: number) {
  return db
    .select({ kind: letters.kind, written_at: letters.createdAt, sent_at: letters.sentAt })
    .from(letters)
    .where(eq(letters.userId, userId))
    .orderBy(asc(letters.createdAt));
}

/** Deletes every letter to someone, those that were not sent yet as well. */
export async function deleteListedLetters(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(letters).where(eq(letters.userId, userId));
}
