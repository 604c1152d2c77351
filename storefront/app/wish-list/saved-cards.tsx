import type { Card } from '../catalogue/card.ts';
import { CARD_SIZES } from '../catalogue/card-sizes.ts';
import { ProductCard } from '../catalogue/product-card.tsx';

/** The bouquets of a list. */
export function SavedCards({ products }: { products: readonly Card[] }) {
  return (
    <ul
      aria-label="Bouquets"
      className="mt-[clamp(1.375rem,3vw,2.5rem)] grid grid-cols-2 gap-x-gutter gap-y-[clamp(2.125rem,4vw,3.75rem)] tablet:grid-cols-3 desk:grid-cols-4"
    >
      {products.map((product) => (
        <ProductCard key={product.id} product={product} sizes={CARD_SIZES.home} heading="h2" showCategory />
      ))}
    </ul>
  );
}
