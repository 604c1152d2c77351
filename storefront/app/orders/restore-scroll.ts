import { useEffect, useLayoutEffect, useRef } from 'react';

const KEY = 'orders_place';

type Place = { entry: string; shown: number; top: number };

/** Where the visitor left the list of orders, if this is the same step of the browser's history. */
export function readPlace(): Place | undefined {
  try {
    const place = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Place | null;
    return place && place.entry === currentEntry() && place.shown > 0 ? place : undefined;
  } catch {
    return undefined;
  }
}

/** The router gives each step a name of its own, which survives Back and reload. */
const currentEntry = (): string | undefined => (history.state as { key?: string } | null)?.key;

/** Leaves a mark when the page is left for an order, and goes back to it: Back leads to where one was. */
export function useRestoredScroll(shown: number): void {
  const last = useRef(shown);
  last.current = shown;
  const isReturning = useRef(true);

  useLayoutEffect(() => {
    if (shown === 0 || !isReturning.current) return;
    isReturning.current = false;
    const place = readPlace();
    if (place) scrollTo({ top: place.top, behavior: 'instant' });
  }, [shown]);

  useEffect(() => {
    const leave = () => {
      const entry = currentEntry();
      if (!entry || last.current === 0) return;
      try {
        sessionStorage.setItem(KEY, JSON.stringify({ entry, shown: last.current, top: scrollY } satisfies Place));
      } catch {
        // Then Back leads to the top.
      }
    };
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);
}
