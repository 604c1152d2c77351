import type { Day } from '#contract/day.ts';
import type { ReminderOccasion } from '#contract/reminder-words.ts';
import { products } from '#server/features/catalogue/table.ts';
import { listLimited } from '#server/features/orders/cart/limited-bouquets.ts';
import { listDaysWithBouquets } from '#server/features/orders/cart/require-bouquet-days.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, sql } from '#server/platform/database/drizzle.ts';

const HOW_MANY = 3;
/** Some may be all taken on that day. */
const CANDIDATES = 24;

/** What the catalogue calls the occasion. */
export const IN_CATALOGUE: Record<ReminderOccasion, string> = {
  birthday: 'birthday',
  anniversary: 'anniversary',
  memory: 'sympathy',
  other: 'just because',
};

export type SuitingBouquet = Awaited<ReturnType<typeof chooseBouquets>>[number];

/**
 * Up to three bouquets that are on sale and can be had on that day: those for the occasion first, then those that most people
 * bought. For a day of mourning only those for it.
 */
export async function chooseBouquets(tx: Transaction, occasion: ReminderOccasion, day: Day) {
  const suits = sql`${products.occasions} @> array[${IN_CATALOGUE[occasion]}]`;
  const { id, name, pricePence, pictures } = products;
  const found = await tx
    .select({ id, name, pricePence, pictures })
    .from(products)
    .where(
      and(
        eq(products.status, 'on_sale'),
        sql`coalesce(${products.availableFrom} <= ${day}, true)`,
        sql`coalesce(${products.availableUntil} >= ${day}, true)`,
        occasion === 'memory' ? suits : undefined,
      ),
    )
    .orderBy(desc(suits), desc(products.sold), desc(products.id))
    .limit(CANDIDATES);
  const chosen: typeof found = [];
  for (const bouquet of found) {
    if (chosen.length === HOW_MANY) break;
    const canBeHad = await listDaysWithBouquets(tx, await listLimited(tx, [{ productId: bouquet.id, quantity: 1 }]), [
      day,
    ]);
    if (canBeHad.length > 0) chosen.push(bouquet);
  }
  return chosen;
}
