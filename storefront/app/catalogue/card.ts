import type { Product } from '#contract/products.ts';

/** What a card shows of a bouquet, and no more: every word is sent twice, as page and as data. */
export type Card = Pick<
  Product,
  'id' | 'name' | 'category' | 'price' | 'availability' | 'pictures' | 'match' | 'group'
>;

export function toCard({ id, name, category, price, availability, pictures, match, group }: Product): Card {
  // The close-up appears only under a mouse, over the picture that is there: it needs neither words nor a shadow.
  const [main, close] = pictures;
  const shown = [...(main ? [main] : []), ...(close ? [{ ...close, alt: '', placeholder: '' }] : [])];
  return { id, name, category, price, availability, pictures: shown, ...(match && { match }), ...(group && { group }) };
}
