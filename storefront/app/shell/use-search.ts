import { useEffect, useRef, useState } from 'react';
import type { Product } from '#contract/products.ts';
import type { Suggestions } from '../api/search-products.ts';

/** As many as a drop-down is of use for; the list page has the rest. */
export const MAX_RESULTS = 50;
const DEBOUNCE_MS = 90;

export type Search = {
  state: 'idle' | 'found' | 'failed';
  words: string;
  found: Product[];
  /** Where else to look, once nothing was found. */
  suggestions?: Suggestions | undefined;
  retry: () => void;
};

/** Searches while words change. The last answer stays until the next arrives; an overtaken one is dropped. */
export function useSearch(typed: string, wanted: boolean): Search {
  const words = typed.trim();
  const [result, setResult] = useState<Omit<Search, 'retry'>>({ state: 'idle', words: '', found: [] });
  const [attempt, setAttempt] = useState(0);
  const first = useRef(true);
  const suggestions = useRef<Suggestions>(undefined);

  useEffect(() => {
    // Fetched when the box is first used, so that it is here by the time there is something to look for.
    if (wanted) import('../api/search-products.ts').catch(() => undefined);
  }, [wanted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` searches for the same words again
  useEffect(() => {
    if (words === '') {
      first.current = true;
      setResult({ state: 'idle', words: '', found: [] });
      return;
    }
    // The words of the list page are there already: they are looked for when the box is used.
    if (!wanted) return;
    const overtaken = new AbortController();
    const start = async () => {
      try {
        const { fetchSuggestions, searchProducts } = await import('../api/search-products.ts');
        const found = await searchProducts(words, MAX_RESULTS, overtaken.signal);
        const show = () =>
          overtaken.signal.aborted || setResult({ state: 'found', words, found, suggestions: suggestions.current });
        show();
        if (found.length > 0 || suggestions.current) return;
        // Without them the box still says that there is nothing.
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
