import { useEffect, useId, useRef, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import type { Product } from '#contract/products.ts';
import { leaveOverlay } from '../router-patches/use-back-closes.ts';
import { Icon } from '../ui/icon.tsx';
import { SearchResults } from './search-results.tsx';
import { useSearch } from './use-search.ts';

/** What was typed before hydration, which would clear the box. */
const typedEarly = import.meta.env.SSR
  ? ''
  : (document.querySelector<HTMLInputElement>('input[name=search]')?.value ?? '');

type Props = {
  /** The words searched for, on the list of a search. */
  listed: string;
  focusWhen: boolean;
  /** Called when the results open. */
  onOpen: () => void;
  onLeave: () => void;
};

/**
 * Searches bouquets while typing; Enter lists them all, unless one was chosen with the arrows. A combobox by the ARIA
 * pattern; without scripts, a plain search form.
 */
export function SearchBox({ listed, focusWhen, onOpen, onLeave }: Props) {
  const [words, setWords] = useState(listed);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const search = useSearch(words, open);
  const { found } = search;
  const shown = open && words.trim() !== '' && search.state !== 'idle';

  useEffect(() => setWords(listed), [listed]);

  useEffect(() => {
    if (typedEarly === '') return;
    setWords(typedEarly);
    setOpen(document.activeElement === input.current);
  }, []);

  useEffect(() => {
    if (!focusWhen) return;
    input.current?.focus();
    return () => {
      // On the list of a search the box stays open; its results close.
      setOpen(false);
      input.current?.blur();
    };
  }, [focusWhen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: called once each time they open
  useEffect(() => {
    if (shown) onOpen();
  }, [shown]);

  const clear = () => {
    setWords('');
    setActive(-1);
    setOpen(false);
  };

  const goTo = (address: string) => {
    setActive(-1);
    setOpen(false);
    input.current?.blur();
    leaveOverlay(() => {
      onLeave();
      void navigate(address);
    });
  };

  const choose = (product: Product) => {
    setWords('');
    goTo(`/product/${product.id}`);
  };

  const move = (step: number) => {
    setOpen(true);
    if (found.length > 0)
      setActive((active + step + found.length + (active === -1 && step < 0 ? 1 : 0)) % found.length);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (words === '') onLeave();
      clear();
    } else if (event.key === 'Enter') {
      // While results are fetched those of the previous words are shown: Enter does not choose among them.
      const current = shown && search.state === 'found' && search.words === words.trim();
      const chosen = current ? found[active] : undefined;
      if (!chosen) return; // The form goes to the list of what was typed.
      event.preventDefault();
      choose(chosen);
    }
  };

  return (
    <Form
      ref={box}
      role="search"
      action="/product"
      className="relative w-full tablet:w-[10.5rem] min-[56rem]:w-[12.5rem] desk:w-[18.75rem]"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== '') goTo(`/product?${new URLSearchParams({ search: words.trim() })}`);
      }}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Icon name="search" className="pointer-events-none absolute top-[13px] left-3 size-5 min-[56rem]:left-4" />
      <input
        ref={input}
        name="search"
        type="search"
        role="combobox"
        aria-label="Search bouquets"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Search bouquets"
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
        className="h-[2.875rem] w-full rounded-round border border-control bg-lift pr-1 pl-[2.375rem] min-[56rem]:pr-3 min-[56rem]:pl-[2.625rem] desk:pl-[2.875rem] text-body placeholder:text-mute focus-visible:rounded-round [&::-webkit-search-cancel-button]:hidden"
      />
      {words !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          className="round-button absolute top-px right-px size-11"
          onClick={() => {
            clear();
            input.current?.focus();
          }}
        >
          <Icon name="close" className="size-4" />
        </button>
      )}
      <SearchResults
        id={listId}
        shown={shown}
        words={words.trim()}
        search={search}
        active={active}
        onChoose={choose}
        onLeave={() => {
          clear();
          onLeave();
        }}
      />
    </Form>
  );
}
