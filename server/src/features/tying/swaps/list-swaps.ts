import type { Swap } from '#contract/desk-swaps.ts';
import { staff } from '#server/features/staff/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { asc, eq } from '#server/platform/database/drizzle.ts';
import { swaps } from '../table.ts';

/** What is swapped in an order, the first first; without the photos, which are large. */
export async function listSwaps(db: Database | Transaction, orderId: number): Promise<Swap[]> {
  const rows = await db
    .select({
      id: swaps.id,
      item: swaps.itemId,
      flower: swaps.flower,
      count: swaps.count,
      instead: swaps.instead,
      instead_count: swaps.insteadCount,
      state: swaps.state,
      madeAt: swaps.madeAt,
      by: staff.name,
    })
    .from(swaps)
    .leftJoin(staff, eq(staff.id, swaps.staffId))
    .where(eq(swaps.orderId, orderId))
    .orderBy(asc(swaps.id));
  return rows.map(({ madeAt, ...swap }) => ({ ...swap, made_at: madeAt.toISOString() }));
}
