import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Facets } from '#contract/products.ts';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { type Chosen, hrefOf, isOn, listChosen, toggle } from './filter-choice.ts';
import { ClearFilters, FilterList } from './filters.tsx';
import { type ListFilters, toTitle } from './list-address.ts';
import { SortChoice } from './sort-choice.tsx';
import { useChipFocus } from './use-chip-focus.ts';

type Props = {
  filters: ListFilters;
  facets: Facets;
  /** How many bouquets match; undefined while that is not known. */
  count: number | undefined;
};

/** Where the filters are on a small screen without scripts: below the list, so that they do not push it down. */
export const ALL_FILTERS = 'all-filters';

/** On small screens: the button of the sheet and the occasions in a row that scrolls; below them the active filters. */
export function FilterStrip({ filters, facets, count }: Props) {
  const [open, setOpen] = useState(false);
  const show = useRef<HTMLButtonElement>(null);
  const { strip, onPress } = useChipFocus(filters);
  const on = listChosen(filters, facets);
  const off = facets.occasions.filter(
    ({ name, count: many, at_least }) => !isOn(filters, 'occasion', name) && (many > 0 || at_least),
  );
  const words = `Filter and sort${on.length > 0 ? ` (${on.length})` : ''}`;
  return (
    <>
      <div ref={strip}>
        <ul className="-mx-side flex gap-2 overflow-x-auto px-side pt-0.5 pb-1.5 [scrollbar-width:none]">
          <li className="noscript:hidden">
            <button type="button" className="chip num" onClick={() => setOpen(true)}>
              <Icon name="filter" className="size-4 [stroke-width:2]" />
              {words}
            </button>
          </li>
          <li className="hidden noscript:block">
            <a href={`#${ALL_FILTERS}`} className="chip num">
              <Icon name="filter" className="size-4 [stroke-width:2]" />
              All filters
            </a>
          </li>
          {off.map(({ name }) => (
            <li key={name}>
              <Link
                {...hrefOf(toggle(filters, 'occasion', name))}
                preventScrollReset
                className="chip"
                data-chip={`occasion:${name.toLowerCase()}`}
                onClick={() => onPress(`occasion:${name.toLowerCase()}`)}
              >
                {toTitle(name)}
              </Link>
            </li>
          ))}
        </ul>
        <ChosenFilters filters={filters} on={on} onPress={onPress} />
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

/** More are in a row that scrolls: they would push the bouquets down. */
const MOST_WRAPPED = 3;

type ChosenProps = { filters: ListFilters; on: Chosen[]; onPress: (name: string) => void };

/** Every filter that is on, each a link that takes it away. */
function ChosenFilters({ filters, on, onPress }: ChosenProps) {
  if (on.length === 0) return null;
  return (
    <ul
      aria-label="Chosen filters"
      className={`mt-1.5 flex gap-2 ${on.length > MOST_WRAPPED ? '-mx-side overflow-x-auto px-side pb-1.5 [scrollbar-width:none]' : 'flex-wrap'}`}
    >
      {on.map(({ kind, name, words }) => (
        <li key={`${kind}:${name}`}>
          <Link
            {...hrefOf(toggle(filters, kind, name))}
            preventScrollReset
            aria-current="true"
            className="chip"
            data-chip={`${kind}:${name}`}
            onClick={() => onPress(`${kind}:${name}`)}
          >
            {words}
            <Icon name="close" className="size-4 [stroke-width:2]" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
