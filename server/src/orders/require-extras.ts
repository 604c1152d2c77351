import { extras } from '../catalogue/table.ts';
import type { Transaction } from '../database/connect.ts';
import { inArray } from '../database/drizzle.ts';
import { Invalid } from '../errors.ts';

/** As a line stores them: each once, in ascending order. */
export const toExtraIds = (wanted: readonly number[]): number[] => [...new Set(wanted)].sort((a, b) => a - b);

/** Refuses extras that the shop does not have, or does not sell now. */
export async function requireExtras(tx: Transaction, ids: number[]): Promise<void> {
  const known = await tx
    .select({ id: extras.id, name: extras.name, onSale: extras.onSale })
    .from(extras)
    .where(inArray(extras.id, ids));
  if (known.length < ids.length) throw new Invalid({ extras: ['We do not have this extra.'] });
  const gone = known.find(({ onSale }) => !onSale);
  if (gone) throw new Invalid({ extras: [`${gone.name} is sold out.`] });
}
