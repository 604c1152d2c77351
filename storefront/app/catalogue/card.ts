import type { Product } from '#contract/products.ts';
import { lowestPrice } from './product/choice.ts';

/** Only what a card shows of a bouquet: it is sent twice, as HTML and as loader data. */
export type Card = Pick<
  Product,
  'id' | 'name' | 'category' | 'price' | 'availability' | 'pictures' | 'match' | 'group'
> & {
  /** The lowest price, where sizes differ in it. */
  from?: number;
};

export function toCard(product: Product): Card {
  const { id, name, category, price, availability, pictures, match, group } = product;
  const from = lowestPrice(product);
  // The close-up appears only on hover, over the first picture: it needs neither alt text nor a placeholder.
  const [main, close] = pictures;
  const shown = [...(main ? [main] : []), ...(close ? [{ ...close, alt: '', placeholder: '' }] : [])];
  const found = { ...(match && { match }), ...(group && { group }) };
  return { id, name, category, price, availability, pictures: shown, ...(from && { from }), ...found };
}
