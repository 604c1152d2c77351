import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** The bouquets put into the cart on this page: a button that comes and goes, as that under the thumb, knows it too. */
let added: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

const change = (next: ReadonlySet<number>) => {
  added = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const markAdded = (product: number): void => change(new Set([...added, product]));

/** Whether it went into the cart on this page. */
export const useIsAdded = (product: number): boolean =>
  useSyncExternalStore(
    subscribe,
    () => added.has(product),
    () => false,
  );

/** Forgets them when the page is left. Another filter or tab is the same page. */
export function useClearAddedOnLeave(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the path is what it waits for
  useEffect(() => () => change(new Set()), [pathname]);
}
