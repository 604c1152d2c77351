import type { Database, Transaction } from '../database/connect.ts';
import { asc, eq } from '../database/drizzle.ts';
import { letters } from './table.ts';

/** What we wrote to someone and when; the contents are not kept once a letter has left. */
export async function listLetters(db: Database | Transaction, userId: number) {
  return db
    .select({ kind: letters.kind, written_at: letters.createdAt, sent_at: letters.sentAt })
    .from(letters)
    .where(eq(letters.userId, userId))
    .orderBy(asc(letters.createdAt));
}

/** Forgets every letter to someone, those that still wait among them. */
export async function deleteListedLetters(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(letters).where(eq(letters.userId, userId));
}
