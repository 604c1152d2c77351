import { Conflict } from '#server/errors.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { findCode } from './find-code.ts';
import { type PromoCodeRow, promoCodes } from './table.ts';

export type NewCode = Omit<PromoCodeRow, 'id' | 'createdAt' | 'endedAt'>;

/** Makes a code. What it gives and for whom never changes afterwards: it can only be ended. */
export async function addCode(tx: Transaction, wanted: NewCode, now: Date): Promise<PromoCodeRow> {
  const [added] = await tx
    .insert(promoCodes)
    .values({ ...wanted, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (added) return added;
  const known = await findCode(tx, wanted.code);
  throw new Conflict(`There is a code ${wanted.code} already${known?.endedAt ? ', which has ended' : ''}.`);
}
