import { Link } from 'react-router';
import type { Product } from '#contract/products.ts';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';
import { Delivered } from './delivered.tsx';

export { SearchSuggestions } from './search-suggestions.tsx';

/** What was found by which words; `isMore` if it is not all. */
type Found = { words: string; found: Product[]; isMore?: boolean };

type Props = { id: string; search: Found; active: number; onChoose: (product: Product) => void };

/** The bouquets of a search, those with the same kind of match together. In a file that is fetched when the box is used. */
export function FoundBouquets({ id, search, active, onChoose }: Props) {
  return (
    <>
      {toRuns(search.found).map(({ label, products, from }) => {
        const options = products.map((product, at) => (
          <Option
            key={product.id}
            id={`${id}-${from + at}`}
            product={product}
            words={search.words}
            isActive={from + at === active}
            onChoose={() => onChoose(product)}
          />
        ));
        if (!label) return options;
        return (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role alone
          <div key={label} role="group" aria-label={label}>
            <div aria-hidden="true" className="px-1.5 pt-2.5 pb-1 font-semibold text-small text-soft">
              {label}
            </div>
            {options}
          </div>
        );
      })}
    </>
  );
}

/** Consecutive bouquets with the same kind of match. */
function toRuns(found: Product[]) {
  const runs: { label: string | undefined; products: Product[]; from: number }[] = [];
  for (const [place, product] of found.entries()) {
    const last = runs.at(-1);
    if (last && last.label === product.group) last.products.push(product);
    else runs.push({ label: product.group, products: [product], from: place });
  }
  return runs;
}

type OptionProps = { id: string; product: Product; words: string; isActive: boolean; onChoose: () => void };

function Option({ id, product, words, isActive, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys; focus stays in it
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      className="grid min-h-16 cursor-pointer grid-cols-[3.25rem_1fr_auto] items-center gap-3.5 rounded-[7px] py-1.5 pr-3 pl-1.5 hover:bg-sage aria-selected:bg-sage"
    >
      {product.pictures[0] && (
        <Picture picture={product.pictures[0]} alt="" sizes="52px" className="h-[3.75rem] w-[3.25rem] rounded-square" />
      )}
      <span className="min-w-0">
        <span className="block font-serif text-[1.125rem] leading-tight">
          <Marked name={product.name} words={product.match === 'name' ? words : ''} />
        </span>
        <span className="text-small text-soft">{product.category}</span>
      </span>
      <span className="text-right leading-snug">
        <Price pounds={product.price} className="block font-semibold" />
        <Delivered pounds={product.price} className="text-micro" />
      </span>
    </div>
  );
}

export function Summary({ search: { words, found, isMore }, onLeave }: { search: Found; onLeave: () => void }) {
  if (found.length === 0) return <>No bouquet called “{words}”.</>;
  if (found[0]?.match === 'near') return <>No bouquet called “{words}”. These come close.</>;
  return (
    <>
      <Link
        to={`/product?${new URLSearchParams({ search: words })}`}
        className="link font-semibold text-leaf-900"
        onClick={onLeave}
      >
        {isMore && 'More than '}
        {found.length} {found.length === 1 ? 'bouquet matches' : 'bouquets match'}
      </Link>
      <span className="max-tablet:hidden">. Press Enter to list {found.length === 1 ? 'it' : 'them'}</span>.
    </>
  );
}

function Marked({ name, words }: { name: string; words: string }) {
  const start = words === '' ? -1 : name.toLowerCase().indexOf(words.toLowerCase());
  if (start < 0) return <>{name}</>;
  return (
    <>
      {name.slice(0, start)}
      <mark className="found-words">{name.slice(start, start + words.length)}</mark>
      {name.slice(start + words.length)}
    </>
  );
}
