import type { SaveBouquet } from '#contract/desk-catalogue.ts';
import { Invalid } from '#server/errors.ts';

type Sold = Pick<SaveBouquet, 'status' | 'stems'>;

/**
 * Whether it would be put on sale without saying what is in it. One that is on sale like that already may stay: the shop took such
 * bouquets once, and their prices and words are still changed.
 */
export const lacksRecipe = ({ status, stems }: Sold, known: Sold | undefined): boolean =>
  status === 'on_sale' && stems.length === 0 && !(known?.status === 'on_sale' && known.stems.length === 0);

/** Nobody can tie a bouquet that has no recipe, and no stems would be bought for it. */
export function requireRecipe(wanted: Sold, known?: Sold): void {
  if (!lacksRecipe(wanted, known)) return;
  throw new Invalid({
    stems: ['A bouquet goes on sale with its recipe: count its flowers here, or hide it until then.'],
  });
}
