import { Link } from 'react-router';
import type { Facets } from '#contract/products.ts';
import { KINDS, optionsOf } from './filter-choice.ts';
import { FilterGroup } from './filter-group.tsx';
import { type ListFilters, listAddress } from './list-address.ts';

type Props = { filters: ListFilters; facets: Facets };

/** How many flowers are in sight at first. */
const FIRST_FLOWERS = 6;

/** Filters are links: they work without scripts, can be opened in a tab, and search engines can follow them. */
export function FilterList({ filters, facets }: Props) {
  const of = (kind: (typeof KINDS)[number]) => ({ kind, options: optionsOf(facets, kind), filters });
  return (
    <nav aria-label="Narrow the list">
      <FilterGroup title="Occasion" {...of('occasion')} />
      <FilterGroup title="Category" {...of('category')} />
      <FilterGroup title="Colour" {...of('colour')} />
      <FilterGroup title="Flower" {...of('flower')} first={FIRST_FLOWERS} />
      <FilterGroup title="Price" {...of('price')} />
      <FilterGroup title="Pets" {...of('pets')}>
        <p className="text-mute text-small">
          Every plant in it is on the ASPCA’s list of those that are not toxic to cats and dogs.
        </p>
      </FilterGroup>
    </nav>
  );
}

export const isNarrowed = (filters: ListFilters): boolean =>
  Boolean(filters.search) || KINDS.some((kind) => filters[kind]);

export function ClearFilters({
  filters,
  className,
  short,
  onClick,
}: {
  filters: ListFilters;
  className: string;
  short?: boolean;
  onClick?: () => void;
}) {
  if (!isNarrowed(filters)) return null;
  return (
    <Link
      to={listAddress({ sort: filters.sort })}
      preventScrollReset
      aria-label="Clear filters"
      onClick={onClick}
      className={`link inline-flex min-h-11 items-center font-semibold ${className}`}
    >
      {short ? 'Clear' : 'Clear filters'}
    </Link>
  );
}
