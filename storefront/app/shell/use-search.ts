import { useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/products.ts';
import type { Suggestions } from '../api/search-products.ts';
import { afterPaint } from '../ui/loading/after-paint.ts';

/** The most that the drop-down shows; the list page has the rest. */
const MAX_RESULTS = 50;
const DEBOUNCE_MS = 90;

/** Nobody needs it who does not search. */
const loadSearch = () => Promise.all([import('../api/search-products.ts'), import('./found-bouquets.tsx')]);

export type Search = {
  state: 'idle' | 'found' | 'failed';
  words: string;
  found: Product[];
  /** Whether there are more than the drop-down shows. */
  isMore?: boolean;
  /** Fetched when nothing was found. */
  suggestions?: Suggestions | undefined;
  /** What shows what was found: loaded with it. */
  parts?: typeof import('./found-bouquets.tsx');
  retry: () => void;
};

/** Searches as the words change. The last results stay until the next arrive; a superseded request is aborted. */
export function useSearch(typed: string, wanted: boolean): Search {
  const words = typed.trim();
  const [result, setResult] = useState<Omit<Search, 'retry'>>({ state: 'idle', words: '', found: [] });
  const [attempt, setAttempt] = useState(0);
  const first = useRef(true);
  const suggestions = useRef<Suggestions>(undefined);

  useEffect(() => {
    // Loaded when the box is first used and painted, to be there when the first words are typed.
    if (wanted)
      void afterPaint()
        .then(loadSearch)
        .catch(() => undefined);
  }, [wanted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` searches for the same words again
  useEffect(() => {
    if (words === '') {
      first.current = true;
      setResult({ state: 'idle', words: '', found: [] });
      return;
    }
    // On the list page the box is filled already: nothing is fetched until it is used.
    if (!wanted) return;
    const overtaken = new AbortController();
    const start = async () => {
      try {
        const [{ fetchSuggestions, searchProducts }, parts] = await loadSearch();
        const all = await searchProducts(words, MAX_RESULTS + 1, overtaken.signal);
        const found = all.slice(0, MAX_RESULTS);
        const isMore = all.length > MAX_RESULTS;
        const show = () =>
          overtaken.signal.aborted ||
          setResult({ state: 'found', words, found, isMore, suggestions: suggestions.current, parts });
        show();
        if (found.length > 0 || suggestions.current) return;
        // Without suggestions the box still says that nothing was found.
        suggestions.current = await fetchSuggestions(overtaken.signal).catch(() => undefined);
        show();
      } catch {
        if (!overtaken.signal.aborted) setResult({ state: 'failed', words, found: [] });
      }
    };
    const timer = setTimeout(start, first.current ? 0 : DEBOUNCE_MS);
    first.current = false;
    return () => {
      clearTimeout(timer);
      overtaken.abort();
    };
  }, [words, attempt, wanted]);

  return { ...result, retry: () => setAttempt(attempt + 1) };
}
