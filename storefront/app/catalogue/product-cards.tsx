import { Fragment } from 'react';
import { HydrateLater } from '../ui/loading/hydrate-later.tsx';
import type { Card } from './card.ts';
import { CARD_SIZES } from './card-sizes.ts';
import { ProductCard } from './product-card.tsx';

type Props = {
  products: Card[];
  /** The card before them, whose group may continue. */
  after?: Card | undefined;
  eager?: number;
};

/** The cards of the list page. Matches other than by name have a heading that says what matched. */
export function ProductCards({ products, after, eager = 0 }: Props) {
  return products.map((product, place) => {
    const before = products[place - 1] ?? after;
    const isFirst = product.group !== undefined && product.group !== before?.group;
    return (
      <Fragment key={product.id}>
        {isFirst && (
          <li
            className={`col-span-full -mb-3 tablet:-mb-6 ${before ? 'border-line border-t pt-[clamp(1.5rem,3vw,2.5rem)]' : ''}`}
          >
            <h2 className="text-h3">{product.group}</h2>
          </li>
        )}
        <HydrateLater>
          <ProductCard
            product={product}
            sizes={CARD_SIZES.list}
            heading={product.group ? 'h3' : 'h2'}
            large
            eager={place < eager}
          />
        </HydrateLater>
      </Fragment>
    );
  });
}
