import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { Size } from '#contract/sizes.ts';

type Item = { product: number; size: Size; extras: readonly number[] };
const keyOf = ({ product, size, extras }: Item) => `${product} ${size} ${extras}`;

/** The bouquets added on this page, each in its size and with its extras. Outside React's state, since the button in the thumb bar comes and goes. */
let added: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

const change = (next: ReadonlySet<string>) => {
  added = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const markAdded = (item: Item): void => change(new Set([...added, keyOf(item)]));

/** Whether it was added to the cart on this page. */
export const useIsAdded = (item: Item): boolean =>
  useSyncExternalStore(
    subscribe,
    () => added.has(keyOf(item)),
    () => false,
  );

/** Clears them when the path changes. Another filter or tab is the same page. */
export function useClearAddedOnLeave(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup runs when the path changes
  useEffect(() => () => change(new Set()), [pathname]);
}
