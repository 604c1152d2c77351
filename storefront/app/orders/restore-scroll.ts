import { useEffect, useLayoutEffect, useRef } from 'react';
import { toRecord } from '../api/to-record.ts';

const KEY = 'orders_place';

type SavedScroll = { entry: string; shown: number; top: number };

/** Where the visitor left the list of orders, if this is the same entry of the browser's history. */
export function readSavedScroll(): SavedScroll | undefined {
  try {
    const { entry, shown, top } = toRecord(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    if (typeof entry !== 'string' || typeof shown !== 'number' || typeof top !== 'number') return undefined;
    return entry === currentEntry() && shown > 0 ? { entry, shown, top } : undefined;
  } catch {
    return undefined;
  }
}

/** The router's key of the history entry, which survives Back and reload. */
const currentEntry = (): string | undefined => history.state?.key;

/** Saves the scroll position when the page is left, and restores it when Back leads here again. */
export function useScrollRestoration(shown: number): void {
  const last = useRef(shown);
  last.current = shown;
  const isReturning = useRef(true);

  useLayoutEffect(() => {
    if (shown === 0 || !isReturning.current) return;
    isReturning.current = false;
    const saved = readSavedScroll();
    if (saved) scrollTo({ top: saved.top, behavior: 'instant' });
  }, [shown]);

  useEffect(() => {
    const save = () => {
      const entry = currentEntry();
      if (!entry || last.current === 0) return;
      try {
        sessionStorage.setItem(KEY, JSON.stringify({ entry, shown: last.current, top: scrollY } satisfies SavedScroll));
      } catch {
        // Storage is forbidden: Back leads to the top.
      }
    };
    addEventListener('pagehide', save);
    return () => removeEventListener('pagehide', save);
  }, []);
}
