import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { promoCodes } from './table.ts';

/**
 * Locks the code of a cart that is about to become an order, until the transaction ends: its uses are counted after that, and
 * nobody else takes the last one meanwhile. Carts can be given the code all the same. A code without a limit is only kept
 * from being ended, so that its buyers do not wait for each other.
 */
export async function lockCode(tx: Transaction, codeId: number | null): Promise<void> {
  if (codeId === null) return;
  const isIt = eq(promoCodes.id, codeId);
  // Limits never change, so they can be read before the lock.
  const [code] = await tx.select({ maxUses: promoCodes.maxUses }).from(promoCodes).where(isIt);
  await tx
    .select({ id: promoCodes.id })
    .from(promoCodes)
    .where(isIt)
    .for(code?.maxUses === null ? 'share' : 'no key update');
}
