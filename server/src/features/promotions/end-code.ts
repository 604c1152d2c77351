import { NotFound } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, isNotNull, isNull } from '#server/platform/database/drizzle.ts';
import { findCode } from './find-code.ts';
import { type PromoCodeRow, promoCodes } from './table.ts';

/**
 * Ends a code: from now on nobody can use it. Orders that were agreed with it keep their discount. One that has ended
 * keeps its time.
 */
export async function endCode(tx: Transaction, code: string, now: Date): Promise<PromoCodeRow & { done: boolean }> {
  const isOpen = and(eq(promoCodes.code, code), isNull(promoCodes.endedAt));
  const [ended] = await tx.update(promoCodes).set({ endedAt: now }).where(isOpen).returning();
  if (ended) return { ...ended, done: true };
  const known = await findCode(tx, code);
  if (!known) throw new NotFound();
  return { ...known, done: false };
}

/** Lets a code that was ended be used again, by its own terms. One that is open stays so. */
export async function reopenCode(tx: Transaction, code: string): Promise<PromoCodeRow & { done: boolean }> {
  const hasEnded = and(eq(promoCodes.code, code), isNotNull(promoCodes.endedAt));
  const [opened] = await tx.update(promoCodes).set({ endedAt: null }).where(hasEnded).returning();
  if (opened) return { ...opened, done: true };
  const known = await findCode(tx, code);
  if (!known) throw new NotFound();
  return { ...known, done: false };
}
