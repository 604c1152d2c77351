/** What changed: `order 12` or `day 2026-11-17`; undefined if changes may have been missed. */
export type Change = string | undefined;

/** Passes on, within this process, what PostgreSQL announces to every process of the shop. */
export type Live = {
  announce(change: Change): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
};

export function createLive(): Live {
  const listeners = new Set<(change: Change) => void>();
  return {
    announce(change) {
      for (const listener of listeners) listener(change);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
