import type { Product } from '#contract/products.ts';

/** Only what a card shows of a bouquet: it is sent twice, as HTML and as loader data. */
export type Card = Pick<
  Product,
  'id' | 'name' | 'category' | 'price' | 'availability' | 'pictures' | 'match' | 'group'
>;

export function toCard({ id, name, category, price, availability, pictures, match, group }: Product): Card {
  // The close-up appears only on hover, over the first picture: it needs neither alt text nor a placeholder.
  const [main, close] = pictures;
  const shown = [...(main ? [main] : []), ...(close ? [{ ...close, alt: '', placeholder: '' }] : [])];
  return { id, name, category, price, availability, pictures: shown, ...(match && { match }), ...(group && { group }) };
}
