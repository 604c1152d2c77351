import type { RecordPrints } from '#contract/desk-print.ts';
import type { Deps } from '#server/deps.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { orders } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { and, eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { prints } from './table.ts';

/** Counts a sheet as printed for these orders; the next one says that it is a reprint. Orders that are gone are left out. */
export async function recordPrints(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  by: DoneBy,
  { sheet, orders: ids }: RecordPrints,
): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    const known = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(inArray(orders.id, ids), eq(orders.status, 'C')))
      .orderBy(orders.id);
    for (const { id } of known) {
      const [printed] = await tx
        .insert(prints)
        .values({ orderId: id, sheet, count: 1, printedAt: at })
        .onConflictDoUpdate({
          target: [prints.orderId, prints.sheet],
          set: { count: sql`${prints.count} + 1`, printedAt: at },
        })
        .returning();
      const count = printed?.count ?? 1;
      const before = count > 1 ? String(count - 1) : null;
      await recordEvent(tx, id, { at, ...by, what: `${sheet} printed`, before, after: String(count) });
    }
  });
}
