import { useState } from 'react';
import { Link } from 'react-router';
import type { Facet, Facets } from '#contract/products.ts';
import { Icon } from '../ui/icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { type ListFilters, listAddress, toTitle } from './list-address.ts';
import { SortChoice } from './sort-choice.tsx';

type Props = { filters: ListFilters; facets: Facets };
type GroupName = 'occasion' | 'category';

const isOn = (filters: ListFilters, group: GroupName, name: string) =>
  filters[group]?.toLowerCase() === name.toLowerCase();

/** Where pressing a filter leads: to it, or back out of it. A search is left behind, as its words rule out most. */
const toggled = (filters: ListFilters, group: GroupName, name: string): string =>
  listAddress({ ...filters, search: undefined, [group]: isOn(filters, group, name) ? undefined : name.toLowerCase() });

/** Filters are links: they work without scripts, can be opened in a tab, and search engines can follow them. */
export function FilterList({ filters, facets }: Props) {
  const narrowed = filters.category || filters.occasion || filters.search;
  return (
    <nav aria-label="Narrow the list">
      <Group title="Occasion" name="occasion" options={facets.occasions} filters={filters} />
      <Group title="Category" name="category" options={facets.categories} filters={filters} />
      {narrowed && (
        <Link
          to={listAddress({ sort: filters.sort })}
          preventScrollReset
          className="link mt-5 inline-flex min-h-11 items-center font-semibold text-small"
        >
          Clear filters
        </Link>
      )}
    </nav>
  );
}

function Group({
  title,
  name,
  options,
  filters,
}: {
  title: string;
  name: GroupName;
  options: Facet[];
  filters: ListFilters;
}) {
  return (
    <div className="border-line not-first:mt-6 not-first:border-t not-first:pt-6">
      <h2 className="mb-2 font-sans font-semibold text-body tracking-normal">{title}</h2>
      <ul>
        {options.map((option) => {
          const on = isOn(filters, name, option.name);
          return (
            <li key={option.name}>
              <Link
                to={toggled(filters, name, option.name)}
                preventScrollReset
                aria-current={on ? 'true' : undefined}
                className="group flex min-h-11 items-center gap-3"
              >
                <span
                  className={`grid size-5.5 shrink-0 place-items-center rounded-[5px] border-[1.5px] ${on ? 'border-leaf-700 bg-leaf-700 text-on-leaf' : 'border-control bg-lift group-hover:border-leaf-700'}`}
                >
                  {on && <Icon name="check" className="size-4 [stroke-width:2.4]" />}
                </span>
                {toTitle(option.name)}
                <span className="num ml-auto text-mute text-small">
                  <span className="sr-only">, </span>
                  {option.count}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** On small screens: the sheet's button and the occasions, one thumb's swipe long. */
export function FilterStrip({ filters, facets }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ul className="-mx-side flex gap-2 overflow-x-auto px-side pt-0.5 pb-1.5 [scrollbar-width:none]">
        <li>
          <button type="button" className="chip" onClick={() => setOpen(true)}>
            <Icon name="filter" className="size-4 [stroke-width:2]" />
            Filter and sort
          </button>
        </li>
        {facets.occasions.map(({ name }) => {
          const on = isOn(filters, 'occasion', name);
          return (
            <li key={name}>
              <Link
                to={toggled(filters, 'occasion', name)}
                preventScrollReset
                aria-current={on ? 'true' : undefined}
                className="chip"
              >
                {toTitle(name)}
                {on && <Icon name="close" className="size-4 [stroke-width:2]" />}
              </Link>
            </li>
          );
        })}
      </ul>
      <Sheet title="Filter and sort" open={open} onClose={() => setOpen(false)}>
        <div className="mt-3 mb-6">
          <SortChoice filters={filters} />
        </div>
        <FilterList filters={filters} facets={facets} />
        <div className="sticky bottom-0 -mb-5 bg-lift pt-4 pb-5">
          <button type="button" className="button w-full" onClick={() => setOpen(false)}>
            Show bouquets
          </button>
        </div>
      </Sheet>
    </>
  );
}
