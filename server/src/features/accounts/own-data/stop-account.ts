import { Conflict } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { users } from '../table.ts';

/** Stops an account from buying, or allows it again. The person can still sign in, read and leave. The person must be locked. */
export async function setStopped(tx: Transaction, userId: number, stopped: { at: Date; reason: string } | null) {
  const change = { stoppedAt: stopped?.at ?? null, stoppedReason: stopped?.reason ?? null };
  await tx.update(users).set(change).where(eq(users.id, userId));
}

/** Refuses somebody whose account was stopped, in words for that person. */
export function requireNotStopped({ stoppedReason }: { stoppedReason: string | null }): void {
  if (!stoppedReason) return;
  const reason = /[.!?]$/.test(stoppedReason) ? stoppedReason : `${stoppedReason}.`;
  throw new Conflict(`We have stopped orders from this account. ${reason} Please write to us if that is a mistake.`);
}
