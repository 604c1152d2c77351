export type DeleteTools<Id> = {
  /** Deletes it for good, going on if the page is left meanwhile. */
  send: (id: Id) => Promise<unknown>;
  done: (id: Id) => void;
  /** It could not be deleted, and is shown again. */
  failed: (error: unknown, id: Id) => void;
};

export type DeleteLater<Id> = {
  /** Hides it from now on; it is deleted when finished, unless that is undone before. */
  begin: (id: Id) => void;
  undo: (id: Id) => void;
  /** It can still be undone: it was neither undone nor sent. */
  isWaiting: (id: Id) => boolean;
  /** Sends what waits: this one, or all. Whatever is on its way already is not sent twice. */
  finish: (id: Id) => Promise<void>;
  finishAll: () => Promise<void>;
  /** What is not to be shown. */
  hidden: () => ReadonlySet<Id>;
  watch: (watcher: () => void) => () => void;
};

/** Deletes things a while after they are gone from sight, so that it can be undone. */
export function createDeleteLater<Id>({ send, done, failed }: DeleteTools<Id>): DeleteLater<Id> {
  const waiting = new Set<Id>();
  const sending = new Map<Id, Promise<void>>();
  let hidden: ReadonlySet<Id> = new Set();
  const watchers = new Set<() => void>();

  const tell = () => {
    hidden = new Set([...waiting, ...sending.keys()]);
    for (const watcher of watchers) watcher();
  };

  const run = async (id: Id) => {
    try {
      await send(id);
      done(id);
    } catch (error) {
      failed(error, id);
    }
    sending.delete(id);
    tell();
  };

  const finish = async (id: Id) => {
    if (waiting.delete(id)) sending.set(id, run(id));
    await sending.get(id);
  };

  return {
    begin(id) {
      if (sending.has(id)) return;
      waiting.add(id);
      tell();
    },
    undo(id) {
      if (waiting.delete(id)) tell();
    },
    isWaiting: (id) => waiting.has(id),
    finish,
    async finishAll() {
      await Promise.all([...hidden].map(finish));
    },
    hidden: () => hidden,
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
