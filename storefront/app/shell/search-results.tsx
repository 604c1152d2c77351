import { useEffect } from 'react';
import type { Product } from '#contract/products.ts';
import { whyNotFetched } from '../api/failure-words.ts';
import type { Search } from './use-search.ts';

type Props = {
  id: string;
  shown: boolean;
  words: string;
  search: Search;
  active: number;
  onChoose: (product: Product) => void;
  onLeave: () => void;
};

export function SearchResults({ id, shown, words, search, active, onChoose, onLeave }: Props) {
  const { state, found, parts, suggestions, retry } = search;

  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press leaves the focus in the box, whose loss closes the results; Safari would give a pressed link none
    <div
      onMouseDown={(event) => event.preventDefault()}
      className={`absolute top-[calc(100%+0.625rem)] right-0 flex max-h-60 w-full min-w-full flex-col overflow-hidden rounded-soft bg-lift shadow-menu tablet:w-[26.25rem] ${shown ? '' : 'hidden!'}`}
    >
      <div
        id={id}
        role="listbox"
        aria-label="Bouquets found"
        className={`min-h-0 flex-1 overflow-y-auto p-2 ${found.length === 0 ? 'hidden' : ''}`}
      >
        {parts && <parts.FoundBouquets id={id} search={search} active={active} onChoose={onChoose} />}
      </div>
      <div role="status" className="border-line border-t px-5 py-3 text-small text-soft first:border-t-0">
        {shown && state === 'found' && parts && <parts.Summary search={search} onLeave={onLeave} />}
        {shown && state === 'failed' && (
          <>
            We couldn’t search for “{words}”. {whyNotFetched()}{' '}
            <button type="button" className="link font-semibold text-leaf-900" onClick={retry}>
              Try again
            </button>
          </>
        )}
      </div>
      {shown && state === 'found' && found.length === 0 && parts && suggestions && (
        <parts.SearchSuggestions suggestions={suggestions} onLeave={onLeave} />
      )}
    </div>
  );
}
