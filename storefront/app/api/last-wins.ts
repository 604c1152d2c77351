type Tools<Key, Value> = {
  send: (key: Key, value: Value) => Promise<unknown>;
  /** It was refused, and is no longer wanted. */
  refused: (error: unknown, key: Key) => void;
};

export type LastWins<Key, Value> = {
  want: (key: Key, value: Value) => void;
  /** What is wanted and not yet confirmed: shown in place of what the server holds. */
  wanted: () => ReadonlyMap<Key, Value>;
  /** Resolves when the server holds what is wanted, or has refused it. */
  settled: () => Promise<void>;
  watch: (watcher: () => void) => () => void;
};

/** Sends changes of one thing one after the other. Of several wanted meanwhile only the last is sent: none is lost. */
export function createLastWins<Key, Value>({ send, refused }: Tools<Key, Value>): LastWins<Key, Value> {
  let wanted: ReadonlyMap<Key, Value> = new Map();
  const running = new Map<Key, Promise<void>>();
  const watchers = new Set<() => void>();

  const set = (change: (next: Map<Key, Value>) => void) => {
    const next = new Map(wanted);
    change(next);
    wanted = next;
    for (const watcher of watchers) watcher();
  };

  const run = async (key: Key) => {
    try {
      for (let sent: Value | undefined; wanted.has(key) && wanted.get(key) !== sent; ) {
        sent = wanted.get(key) as Value;
        await send(key, sent);
        // Who keeps the server's answer tells its readers a turn later: until then the wish is what they see.
        await new Promise((resolve) => setTimeout(resolve));
      }
      set((next) => next.delete(key));
    } catch (error) {
      set((next) => next.delete(key));
      refused(error, key);
    }
    running.delete(key);
  };

  return {
    want(key, value) {
      set((next) => next.set(key, value));
      if (!running.has(key)) running.set(key, run(key));
    },
    wanted: () => wanted,
    async settled() {
      while (running.size > 0) await Promise.all(running.values());
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
