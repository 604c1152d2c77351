import { Link } from 'react-router';
import type { Facets } from '#contract/products.ts';
import type { Card } from '../card.ts';
import { CARD_SIZES } from '../card-sizes.ts';
import { ProductCard } from '../product-card.tsx';
import { type FilterKind, hrefOf, listChosen } from './filter-choice.ts';
import { type ListFilters, listAddress, toTitle } from './list-address.ts';

type Props = {
  filters: ListFilters;
  facets: Facets;
  instead: Card[];
  /** How many there would be without one of the filters. */
  without: { kind: FilterKind; count: number; at_least?: true }[];
};

/** A list with nothing in it, and where to go from there: after a search, by occasion or to a few bouquets. */
export function NothingHere({ filters, facets, instead, without }: Props) {
  const chosen = listChosen(filters, facets);
  const which = { 1: 'this', 2: 'both of these' }[chosen.length] ?? 'all of these';
  const namesOf = (wanted: FilterKind) =>
    chosen.flatMap(({ kind, words }) => (kind === wanted ? [words] : [])).join(' or ');
  return (
    <div>
      <div className="rounded-square bg-lift p-[clamp(1.5rem,3vw,2.25rem)] shadow-paper tablet:max-w-[40rem]">
        <h2 className="text-h3">
          {filters.search ? `No bouquet called “${filters.search}”.` : `Nothing fits ${which}.`}
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
        {without.length > 0 && (
          <ul aria-label="Filters to take away" className="mb-5 flex flex-wrap gap-2">
            {without.map(({ kind, count, at_least }) => (
              <li key={kind} className="max-w-full">
                <Link
                  {...hrefOf({ ...filters, [kind]: undefined })}
                  className="chip num max-w-full whitespace-normal! py-1.5"
                >
                  Without {namesOf(kind)}: {count}
                  {at_least && '+'}
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
