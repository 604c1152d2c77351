import type { Day } from '#contract/day.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { stemPurchases } from '../table.ts';

export type Purchases = {
  /** Stems that were bought, by `2026-11-18 Red rose`. */
  bought: Map<string, number>;
  /** What was found in the cooler for the first of the days. */
  cooler: Map<string, number>;
};

export async function listPurchases(db: Database | Transaction, from: Day, to: Day): Promise<Purchases> {
  const rows = await db.select().from(stemPurchases).where(sql`${stemPurchases.day} between ${from} and ${to}`);
  const bought = rows.filter(({ boughtFor }) => boughtFor > 0);
  return {
    bought: new Map(bought.map(({ day, flower, boughtFor }) => [`${day} ${flower}`, boughtFor])),
    cooler: new Map(rows.filter(({ day }) => day === from).map(({ flower, inCooler }) => [flower, inCooler])),
  };
}
