import type { Takings } from '#contract/desk-takings.ts';
import { toPounds } from '#contract/money.ts';
import type { Span } from '#contract/takings-period.ts';
import type { Deps } from '#server/deps.ts';
import { products } from '#server/features/catalogue/table.ts';
import { desc, eq, sql } from '#server/platform/database/drizzle.ts';
import { takingsByBouquet } from './table.ts';

const BEST = 8;
/** More rows than these take longer to draw than to count. */
const MOST = 100;

/** What each bouquet brought in these days, without extras and before refunds: the best first. */
export async function listBouquetTakings(
  { db }: Pick<Deps, 'db'>,
  { from, to }: Span,
  all: boolean,
): Promise<Pick<Takings, 'bouquets' | 'more_bouquets'>> {
  const limit = all ? MOST : BEST;
  const pence = sql<number>`sum(${takingsByBouquet.pence})`.mapWith(Number);
  const sold = sql<number>`sum(${takingsByBouquet.sold})`.mapWith(Number);
  const best = db
    .select({ id: takingsByBouquet.productId, sold: sold.as('sold_in_all'), pence: pence.as('pence_in_all') })
    .from(takingsByBouquet)
    .where(sql`${takingsByBouquet.day} between ${from} and ${to}`)
    .groupBy(takingsByBouquet.productId)
    .having(sql`sum(${takingsByBouquet.sold}) <> 0`)
    .orderBy(desc(sql`sum(${takingsByBouquet.pence})`), takingsByBouquet.productId)
    .limit(limit + 1)
    .as('best');
  const rows = await db
    .select({ id: best.id, sold: best.sold, pence: best.pence, name: products.name, pictures: products.pictures })
    .from(best)
    .innerJoin(products, eq(products.id, best.id))
    .orderBy(desc(best.pence), best.id);
  return {
    bouquets: rows.slice(0, limit).map((row) => ({
      id: row.id,
      name: row.name,
      picture: row.pictures[0] ?? null,
      sold: row.sold,
      amount: toPounds(row.pence),
    })),
    more_bouquets: rows.length > limit,
  };
}
