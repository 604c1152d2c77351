export type DeleteTools<Id> = {
  /** Deletes it for good. The call must survive leaving the page. */
  send: (id: Id) => Promise<unknown>;
  onDeleted: (id: Id) => void;
  /** Called when it could not be deleted; it is shown again. */
  onFailed: (error: unknown, id: Id) => void;
};

export type DeleteLater<Id> = {
  /** Hides it at once. It is deleted when flushed, unless undone before. */
  schedule: (id: Id) => void;
  undo: (id: Id) => void;
  /** True while it is scheduled and neither undone nor sent. */
  canUndo: (id: Id) => boolean;
  /** Sends what is scheduled, one or all. What is being sent already is awaited, not sent twice. */
  flush: (id: Id) => Promise<void>;
  flushAll: () => Promise<void>;
  /** What must not be shown: scheduled or being sent. */
  hidden: () => ReadonlySet<Id>;
  subscribe: (listener: () => void) => () => void;
};

/** Hides things at once and deletes them later, so that deleting can be undone. */
export function createDeleteLater<Id>({ send, onDeleted, onFailed }: DeleteTools<Id>): DeleteLater<Id> {
  const scheduled = new Set<Id>();
  const sending = new Map<Id, Promise<void>>();
  let hidden: ReadonlySet<Id> = new Set();
  const listeners = new Set<() => void>();

  const notify = () => {
    hidden = new Set([...scheduled, ...sending.keys()]);
    for (const listener of listeners) listener();
  };

  const run = async (id: Id) => {
    try {
      await send(id);
      onDeleted(id);
    } catch (error) {
      onFailed(error, id);
    }
    sending.delete(id);
    notify();
  };

  const flush = async (id: Id) => {
    if (scheduled.delete(id)) sending.set(id, run(id));
    await sending.get(id);
  };

  return {
    schedule(id) {
      if (sending.has(id)) return;
      scheduled.add(id);
      notify();
    },
    undo(id) {
      if (scheduled.delete(id)) notify();
    },
    canUndo: (id) => scheduled.has(id),
    flush,
    async flushAll() {
      await Promise.all([...hidden].map(flush));
    },
    hidden: () => hidden,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
