import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Facet } from '#contract/products.ts';
import { Icon } from '../../ui/icon.tsx';
import { type FilterKind, hrefOf, isFull, isOn, pluralOf, toggle, wordsOf } from './filter-choice.ts';
import type { ListFilters } from './list-address.ts';
import { useKeptFocus } from './use-kept-focus.ts';

type Props = {
  title: string;
  kind: FilterKind;
  options: Facet[];
  filters: ListFilters;
  /** How many are in sight; the others are folded away. */
  first?: number;
  /** A line below them. */
  children?: ReactNode;
};

/** The options of one kind, each with how many bouquets it would show. What would show none stands there, but leads nowhere. */
export function FilterGroup({ title, kind, options, filters, first = options.length, children }: Props) {
  const [shown, folded] = [options.slice(0, first), options.slice(first)];
  const list = (some: Facet[]) => (
    <ul className={kind === 'colour' ? 'grid grid-cols-2 gap-x-3' : ''}>
      {some.map((option) => (
        <li key={option.name}>
          <Option kind={kind} option={option} filters={filters} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="border-line not-first:mt-6 not-first:border-t not-first:pt-6">
      <h2 className="mb-2 font-sans font-semibold text-body tracking-normal">{title}</h2>
      {list(shown)}
      {folded.length > 0 && (
        <Fold words={`More ${pluralOf(kind)}`} isUsed={folded.some(({ name }) => isOn(filters, kind, name))}>
          {list(folded)}
        </Fold>
      )}
      {children}
    </div>
  );
}

/** Opens when one in it is chosen, and stays open: what is taken off must not disappear under the finger. */
function Fold({ words, isUsed, children }: { words: string; isUsed: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isUsed);
  const [wasUsed, setWasUsed] = useState(isUsed);
  if (isUsed !== wasUsed) {
    setWasUsed(isUsed);
    if (isUsed) setOpen(true);
  }
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group/fold">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 font-medium text-small">
        <Icon name="chevron" className="mx-0.75 size-4 rotate-90 [stroke-width:2] group-open/fold:-rotate-90" />
        {words}
      </summary>
      {children}
    </details>
  );
}

function Option({ kind, option, filters }: { kind: FilterKind; option: Facet; filters: ListFilters }) {
  const on = isOn(filters, kind, option.name);
  const leadsNowhere = !on && ((option.count === 0 && !option.at_least) || isFull(filters, kind));
  const kept = useKeptFocus(leadsNowhere);
  const content = (
    <>
      <Mark kind={kind} name={option.name} on={on} dim={leadsNowhere} />
      {wordsOf(kind, option.name)}
      <span className="num ml-auto text-mute text-small">
        <span className="sr-only">, </span>
        {countWords(option)}
      </span>
    </>
  );
  // Two colours share a row.
  const row = `flex min-h-11 items-center ${kind === 'colour' ? 'gap-2' : 'gap-3'}`;
  if (leadsNowhere)
    return (
      <p {...kept} tabIndex={-1} className={`${row} text-mute`}>
        {content}
      </p>
    );
  return (
    <Link
      {...kept}
      {...hrefOf(toggle(filters, kind, option.name))}
      preventScrollReset
      aria-current={on ? 'true' : undefined}
      className={`group ${row}`}
    >
      {content}
    </Link>
  );
}

/** In a large shop not all are counted, and there may be some where none was seen. */
const countWords = ({ count, at_least }: Facet): string => {
  if (!at_least) return String(count);
  return count === 0 ? '' : `${count}+`;
};

/** Colours as they look, with the tick in what can be seen on them. */
const SWATCHES: Record<string, string> = {
  pink: 'bg-[#eba3b4] text-leaf-900',
  red: 'bg-[#b3202c] text-on-leaf',
  white: 'bg-[#ffffff] text-leaf-900',
  yellow: 'bg-[#f4d04e] text-leaf-900',
  orange: 'bg-[#ee8a2b] text-leaf-900',
  purple: 'bg-[#7d5ba6] text-on-leaf',
  blue: 'bg-[#5b82c0] text-leaf-900',
  green: 'bg-[#6f9a5b] text-leaf-900',
  peach: 'bg-[#f6c39f] text-leaf-900',
  coral: 'bg-[#f0816b] text-leaf-900',
};

function Mark({ kind, name, on, dim }: { kind: FilterKind; name: string; on: boolean; dim: boolean }) {
  const swatch = kind === 'colour' ? `rounded-round ${SWATCHES[name] ?? ''}` : 'rounded-[5px]';
  const box = on ? 'border-leaf-700 bg-leaf-700 text-on-leaf' : 'border-control bg-lift group-hover:border-leaf-700';
  const round = on ? 'border-leaf-900 outline-2 outline-leaf-700 outline-offset-1' : 'border-control';
  return (
    <span
      className={`grid size-5.5 shrink-0 place-items-center border-[1.5px] ${swatch} ${kind === 'colour' ? round : box} ${dim ? 'opacity-40' : ''}`}
    >
      {on && <Icon name="check" className="size-4 [stroke-width:2.4]" />}
    </span>
  );
}
