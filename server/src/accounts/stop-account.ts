import type { Transaction } from '../database/connect.ts';
import { eq } from '../database/drizzle.ts';
import { Conflict } from '../errors.ts';
import { users } from './table.ts';

/** Stops an account from buying, or allows it again. The person can still sign in, read and leave. The person must be locked. */
export async function setStopped(tx: Transaction, userId: number, stopped: { at: Date; reason: string } | null) {
  const change = { stoppedAt: stopped?.at ?? null, stoppedReason: stopped?.reason ?? null };
  await tx.update(users).set(change).where(eq(users.id, userId));
}

/** Why somebody cannot buy, in words for that person; undefined if they can. */
export async function findStopWords(tx: Transaction, userId: number): Promise<string | undefined> {
  const [user] = await tx.select({ reason: users.stoppedReason }).from(users).where(eq(users.id, userId));
  if (!user?.reason) return undefined;
  const reason = /[.!?]$/.test(user.reason) ? user.reason : `${user.reason}.`;
  return `We have stopped orders from this account. ${reason} Please write to us if that is a mistake.`;
}

/** Refuses somebody whose account was stopped. */
export async function requireNotStopped(tx: Transaction, userId: number): Promise<void> {
  const words = await findStopWords(tx, userId);
  if (words) throw new Conflict(words);
}
