import type { CodeKind } from '#contract/discount.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { type PromoCodeRow, promoCodes } from './table.ts';

/** The code that is spelt like this, in capital letters. */
export async function findCode(db: Database | Transaction, code: string): Promise<PromoCodeRow | undefined> {
  const [found] = await db.select().from(promoCodes).where(eq(promoCodes.code, code));
  return found;
}

/** What the code of an order was good for; null without one. */
export async function findCodeKind(db: Database | Transaction, codeId: number | null): Promise<CodeKind | null> {
  if (codeId === null) return null;
  const [code] = await db.select({ kind: promoCodes.kind }).from(promoCodes).where(eq(promoCodes.id, codeId));
  return code?.kind ?? null;
}
