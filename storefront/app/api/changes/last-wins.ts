type Tools<Key, Value> = {
  send: (key: Key, value: Value) => Promise<unknown>;
  /** Called after the pending value has been dropped: it is what was wanted last. */
  onRefused: (error: unknown, key: Key, wanted: Value) => void;
};

export type LastWins<Key, Value> = {
  set: (key: Key, value: Value) => void;
  /** Values that the server has not confirmed yet: shown in place of the server's. */
  pending: () => ReadonlyMap<Key, Value>;
  /** Resolves when the server has confirmed or refused everything pending. */
  settled: () => Promise<void>;
  subscribe: (listener: () => void) => () => void;
};

/** Sends the values of one key one after the other. Of several set meanwhile only the last is sent. */
export function createLastWins<Key, Value extends string | number>({
  send,
  onRefused,
}: Tools<Key, Value>): LastWins<Key, Value> {
  let pending: ReadonlyMap<Key, Value> = new Map();
  const running = new Map<Key, Promise<void>>();
  const listeners = new Set<() => void>();

  const update = (change: (next: Map<Key, Value>) => void) => {
    const next = new Map(pending);
    change(next);
    pending = next;
    for (const listener of listeners) listener();
  };

  const run = async (key: Key) => {
    try {
      let sent: Value | undefined;
      for (let next = pending.get(key); next !== undefined && next !== sent; next = pending.get(key)) {
        sent = next;
        await send(key, sent);
        // The query cache notifies its readers one task later. Dropped earlier, the old value would show for a moment.
        await new Promise((resolve) => setTimeout(resolve));
      }
      update((next) => next.delete(key));
    } catch (error) {
      const wanted = pending.get(key);
      update((next) => next.delete(key));
      if (wanted !== undefined) onRefused(error, key, wanted);
    }
    running.delete(key);
  };

  return {
    set(key, value) {
      update((next) => next.set(key, value));
      if (!running.has(key)) running.set(key, run(key));
    },
    pending: () => pending,
    async settled() {
      while (running.size > 0) await Promise.all(running.values());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
