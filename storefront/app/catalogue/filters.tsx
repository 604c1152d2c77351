import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Facet, Facets } from '#contract/products.ts';
import { Icon } from '../ui/icon.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { type ListFilters, listAddress, toTitle } from './list-address.ts';
import { SortChoice } from './sort-choice.tsx';
import { useChipFocus } from './use-chip-focus.ts';

type Props = { filters: ListFilters; facets: Facets };
type GroupName = 'occasion' | 'category';

const isOn = (filters: ListFilters, group: GroupName, name: string) =>
  filters[group]?.toLowerCase() === name.toLowerCase();

/** The address of a filter, or without it if it is on. The search is dropped, as few bouquets would match both. */
const toggled = (filters: ListFilters, group: GroupName, name: string): string =>
  listAddress({ ...filters, search: undefined, [group]: isOn(filters, group, name) ? undefined : name.toLowerCase() });

/** Filters are links: they work without scripts, can be opened in a tab, and search engines can follow them. */
export function FilterList({ filters, facets, children }: Props & { children?: ReactNode }) {
  return (
    <nav aria-label="Narrow the list">
      <Group title="Occasion" name="occasion" options={facets.occasions} filters={filters} />
      <Group title="Category" name="category" options={facets.categories} filters={filters} />
      {children}
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

const isNarrowed = ({ category, occasion, search }: ListFilters) => Boolean(category || occasion || search);

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

type StripProps = Props & {
  /** How many bouquets match; undefined while that is not known. */
  count: number | undefined;
};

/** On small screens: the button of the sheet and the occasions in a row that scrolls; below them the active filters. */
export function FilterStrip({ filters, facets, count }: StripProps) {
  const [open, setOpen] = useState(false);
  const show = useRef<HTMLButtonElement>(null);
  const { strip, onPress } = useChipFocus(filters);
  const on = [
    ...facets.categories
      .filter(({ name }) => isOn(filters, 'category', name))
      .map(({ name }) => ['category', name] as const),
    ...facets.occasions
      .filter(({ name }) => isOn(filters, 'occasion', name))
      .map(({ name }) => ['occasion', name] as const),
  ];
  const off = facets.occasions.filter(({ name }) => !isOn(filters, 'occasion', name));
  return (
    <>
      <div ref={strip}>
        <ul className="-mx-side flex gap-2 overflow-x-auto px-side pt-0.5 pb-1.5 [scrollbar-width:none]">
          <li>
            <button type="button" className="chip num" onClick={() => setOpen(true)}>
              <Icon name="filter" className="size-4 [stroke-width:2]" />
              Filter and sort{on.length > 0 && ` (${on.length})`}
            </button>
          </li>
          {off.map(({ name }) => (
            <li key={name}>
              <Link
                to={toggled(filters, 'occasion', name)}
                preventScrollReset
                className="chip"
                data-chip={name}
                onClick={() => onPress(name)}
              >
                {toTitle(name)}
              </Link>
            </li>
          ))}
        </ul>
        {on.length > 0 && (
          <ul aria-label="Chosen filters" className="mt-1.5 flex flex-wrap gap-2">
            {on.map(([group, name]) => (
              <li key={group}>
                <Link
                  to={toggled(filters, group, name)}
                  preventScrollReset
                  aria-current="true"
                  className="chip"
                  data-chip={name}
                  onClick={() => onPress(name)}
                >
                  {toTitle(name)}
                  <Icon name="close" className="size-4 [stroke-width:2]" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Sheet title="Filter and sort" open={open} onClose={() => setOpen(false)}>
        <div className="mt-3 mb-6">
          <SortChoice filters={filters} />
        </div>
        <FilterList filters={filters} facets={facets} />
        <div className="sticky bottom-0 -mb-5 flex items-center gap-5 bg-lift pt-4 pb-5">
          {/* It disappears when no filter is left: the focus moves to what stays. */}
          <ClearFilters filters={filters} className="shrink-0" short onClick={() => show.current?.focus()} />
          <button ref={show} type="button" className="button num grow" onClick={() => setOpen(false)}>
            {count === undefined ? 'Show bouquets' : `Show ${count} ${count === 1 ? 'bouquet' : 'bouquets'}`}
          </button>
        </div>
      </Sheet>
    </>
  );
}
