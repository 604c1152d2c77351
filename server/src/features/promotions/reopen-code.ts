import { NotFound } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, isNotNull } from '#server/platform/database/drizzle.ts';
import { findCode } from './find-code.ts';
import { type PromoCodeRow, promoCodes } from './table.ts';

/** Lets a code that was ended be used again, by its own terms. One that is open stays so. */
export async function reopenCode(tx: Transaction, code: string): Promise<PromoCodeRow & { done: boolean }> {
  const hasEnded = and(eq(promoCodes.code, code), isNotNull(promoCodes.endedAt));
  const [opened] = await tx.update(promoCodes).set({ endedAt: null }).where(hasEnded).returning();
  if (opened) return { ...opened, done: true };
  const known = await findCode(tx, code);
  if (!known) throw new NotFound();
  return { ...known, done: false };
}
