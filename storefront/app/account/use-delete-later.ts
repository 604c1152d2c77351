import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { createDeleteLater, type DeleteTools } from './delete-later.ts';

type Removal = {
  /** The text of the toast that offers to undo it. */
  words: string;
  byKeyboard: boolean;
  /** Called when it was undone, or can no longer be. */
  onEnd: (wasUndone: boolean) => void;
};

/**
 * Hides things at once and deletes them when the offer to undo it has run out; earlier when the page is left or hidden,
 * or when the next thing is removed.
 */
export function useDeleteLater<Id>(tools: DeleteTools<Id>) {
  const latest = useRef(tools);
  latest.current = tools;
  const offers = useRef(new Map<Id, () => void>());
  const later = useMemo(
    () =>
      createDeleteLater<Id>({
        send: (id) => latest.current.send(id),
        onDeleted: (id) => latest.current.onDeleted(id),
        onFailed: (error, id) => latest.current.onFailed(error, id),
      }),
    [],
  );
  const hidden = useSyncExternalStore(later.subscribe, later.hidden, later.hidden);

  const flushAll = useCallback(async () => {
    for (const withdrawOffer of offers.current.values()) withdrawOffer();
    offers.current.clear();
    await later.flushAll();
  }, [later]);

  useEffect(() => {
    const flushOnLeave = () => void flushAll();
    const flushOnHide = () => document.visibilityState === 'hidden' && flushOnLeave();
    // The only events that every browser fires when a page is closed or a phone is put away.
    document.addEventListener('visibilitychange', flushOnHide);
    addEventListener('pagehide', flushOnLeave);
    return () => {
      document.removeEventListener('visibilitychange', flushOnHide);
      removeEventListener('pagehide', flushOnLeave);
      flushOnLeave();
    };
  }, [flushAll]);

  const remove = async (id: Id, { words, byKeyboard, onEnd }: Removal) => {
    // One offer at a time: several would cover the buttons below.
    void flushAll();
    later.schedule(id);
    try {
      const { offerUndo } = await import('./offer-undo.tsx');
      // Check Out may have sent it meanwhile: then it cannot be undone.
      if (!later.canUndo(id)) return;
      const withdrawOffer = offerUndo({
        words,
        byKeyboard,
        onUndo() {
          offers.current.delete(id);
          later.undo(id);
          onEnd(true);
        },
        onOver() {
          offers.current.delete(id);
          void later.flush(id);
          onEnd(false);
        },
      });
      offers.current.set(id, withdrawOffer);
    } catch {
      // The code of the offer could not be loaded, so nothing can be undone.
      await later.flush(id);
    }
  };

  return {
    hidden,
    remove,
    /** Deletes without an offer to undo: a retry of what failed before. */
    async removeNow(id: Id) {
      later.schedule(id);
      await later.flush(id);
    },
    flushAll,
  };
}
