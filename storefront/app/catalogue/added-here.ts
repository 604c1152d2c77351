import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** The bouquets added on this page. Outside React's state, since the button in the thumb bar comes and goes. */
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

/** Whether it was added to the cart on this page. */
export const useIsAdded = (product: number): boolean =>
  useSyncExternalStore(
    subscribe,
    () => added.has(product),
    () => false,
  );

/** Clears them when the path changes. Another filter or tab is the same page. */
export function useClearAddedOnLeave(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup runs when the path changes
  useEffect(() => () => change(new Set()), [pathname]);
}
