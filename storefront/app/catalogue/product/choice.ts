import { toPence, toPounds } from '#contract/money.ts';
import { priceExtras } from '#contract/order-totals.ts';
import type { Extra } from '#contract/products.ts';
import type { PageProduct, PageSize } from './page-product.ts';

/** What a visitor has chosen on the page of a bouquet: its size, and what goes with it. */
export type Choice = { size: PageSize; extras: readonly Extra[] };

/** What one costs, with what goes with it. */
export const priceOf = ({ size, extras }: Choice): number => toPounds(toPence(size.price) + priceExtras(extras));

export const countStems = ({ stems }: Pick<PageSize, 'stems'>): number =>
  stems.reduce((sum, { count }) => sum + count, 0);

/** The lowest price, where sizes differ in it; cards and the specification say "from" then. */
export function lowestPrice({ sizes }: { sizes: readonly { price: number }[] }): number | undefined {
  const prices = sizes.map(({ price }) => price);
  const lowest = Math.min(...prices);
  return prices.some((price) => price !== lowest) ? lowest : undefined;
}

/**
 * The pictures for a size: its own in place of the whole bouquet's, because that one was taken from nearer and does not
 * compare. A size without a picture shows the standard's.
 */
export function picturesFor({ pictures, sizes: [standard] }: PageProduct, size: PageSize) {
  const [whole, ...closeUps] = pictures;
  const shown = size.pictures[0] ?? standard?.pictures[0] ?? whole;
  return shown ? [shown, ...closeUps] : pictures;
}

/** Whether the picture is that of another size. */
export const isShownInStandard = (size: PageSize): boolean => size.size !== 'standard' && size.pictures.length === 0;
