import { Invalid } from '#server/errors.ts';
import { goesWith } from '#server/features/catalogue/lists/goes-with.ts';
import { extras, products } from '#server/features/catalogue/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, inArray } from '#server/platform/database/drizzle.ts';

/** As a line stores them: each once, in ascending order. */
export const toExtraIds = (wanted: readonly number[]): number[] => [...new Set(wanted)].sort((a, b) => a - b);

/** Refuses extras that the shop does not have, does not sell now, or does not sell with this bouquet. */
export async function requireExtras(tx: Transaction, ids: number[], productId: number): Promise<void> {
  const known = await tx
    .select({ id: extras.id, name: extras.name, onSale: extras.onSale, goesWith: extras.goesWith })
    .from(extras)
    .where(inArray(extras.id, ids));
  if (known.length < ids.length) throw new Invalid({ extras: ['We do not have this extra.'] });
  const gone = known.find(({ onSale }) => !onSale);
  if (gone) throw new Invalid({ extras: [`${gone.name} is sold out.`] });
  const [bouquet] = await tx
    .select({ name: products.name, presentation: products.presentation })
    .from(products)
    .where(eq(products.id, productId));
  const misfit = bouquet && known.find((extra) => !goesWith(extra.goesWith, bouquet.presentation));
  if (misfit) throw new Invalid({ extras: [`${misfit.name} does not go with ${bouquet.name}.`] });
}
