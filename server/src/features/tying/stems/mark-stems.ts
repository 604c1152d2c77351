import type { CountCooler, MarkBought } from '#contract/desk-stems.ts';
import type { Deps } from '#server/deps.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { stemPurchases } from '../table.ts';
import { countNeeds } from './count-needs.ts';
import { requireRange } from './list-stems.ts';

type StemDeps = Pick<Deps, 'clock' | 'db'>;

/**
 * Ticks a flower as bought for each of the days that need it, or takes the tick away. It counts for as many stems as the page
 * showed: what orders need that came meanwhile is still to buy.
 */
export async function markBought({ clock, db }: StemDeps, by: DoneBy, wanted: MarkBought): Promise<void> {
  const { from, to, flower, bought, needed } = wanted;
  requireRange(from, to);
  await db.transaction(async (tx) => {
    const { flowers } = await countNeeds(tx, from, to);
    const days = [...(flowers.get(flower)?.days ?? new Map([[from, needed]]))].toSorted();
    let left = needed;
    for (const [index, [day, stems]] of days.entries()) {
      const counted = index === days.length - 1 ? left : Math.min(left, stems);
      await upsert(tx, day, flower, { boughtFor: bought ? counted : 0 });
      left -= counted;
    }
    const details = { flower, from, to, stems: bought ? needed : 0 };
    await writeDeskLog(tx, { at: clock.now(), ...by }, 'mark stems bought', numberOf(from), details);
  });
}

/** What lies in the cooler already, for one day. */
export async function countCooler(
  { clock, db }: StemDeps,
  by: DoneBy,
  { day, flower, count }: CountCooler,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isThis = and(eq(stemPurchases.day, day), eq(stemPurchases.flower, flower));
    const [known] = await tx.select().from(stemPurchases).where(isThis).for('update');
    if ((known?.inCooler ?? 0) === count) return;
    await upsert(tx, day, flower, { inCooler: count });
    const details = { flower, before: known?.inCooler ?? 0, after: count };
    await writeDeskLog(tx, { at: clock.now(), ...by }, 'count cooler', numberOf(day), details);
  });
}

/** The log's subject is a number: the day's digits, as for the calendar. */
const numberOf = (day: string): number => Number(day.replaceAll('-', ''));

async function upsert(
  tx: Transaction,
  day: string,
  flower: string,
  set: { boughtFor?: number; inCooler?: number },
): Promise<void> {
  await tx
    .insert(stemPurchases)
    .values({ day, flower, ...set })
    .onConflictDoUpdate({ target: [stemPurchases.day, stemPurchases.flower], set });
}
