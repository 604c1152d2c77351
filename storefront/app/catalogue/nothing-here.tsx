import { Link } from 'react-router';
import type { Facets } from '#contract/products.ts';
import type { Card } from './card.ts';
import { CARD_SIZES } from './card-sizes.ts';
import { type ListFilters, listAddress, toTitle } from './list-address.ts';
import { ProductCard } from './product-card.tsx';

type Props = { filters: ListFilters; facets: Facets; instead: Card[] };

/** A list with nothing in it, and where to go from there: after a search, by occasion or to a few bouquets. */
export function NothingHere({ filters, facets, instead }: Props) {
  return (
    <div>
      <div className="rounded-square bg-lift p-[clamp(1.5rem,3vw,2.25rem)] shadow-paper tablet:max-w-[40rem]">
        <h2 className="text-h3">
          {filters.search ? `No bouquet called “${filters.search}”.` : 'Nothing fits both of these.'}
        </h2>
        <p className="mt-2 mb-5 text-soft">
          {filters.search
            ? 'Check the spelling, or browse by occasion instead.'
            : 'Take one of the filters away, or see the whole range.'}
        </p>
        {filters.search && (
          <ul aria-label="Bouquets by occasion" className="mb-5 flex flex-wrap gap-2">
            {facets.occasions.map(({ name }) => (
              <li key={name}>
                <Link to={listAddress({ occasion: name.toLowerCase() })} className="chip">
                  {toTitle(name)}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Link to="/product" className="button small outlined">
          Browse bouquets
        </Link>
      </div>
      {instead.length > 0 && (
        <section aria-labelledby="instead-title" className="mt-[clamp(2.125rem,4vw,3.75rem)]">
          <h2 id="instead-title" className="mb-5 text-h3">
            New in the shop
          </h2>
          <ul className="grid grid-cols-2 gap-x-gutter gap-y-[clamp(2.125rem,4vw,3.75rem)]">
            {instead.map((product) => (
              <ProductCard key={product.id} product={product} sizes={CARD_SIZES.list} large />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
