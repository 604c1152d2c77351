import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { createDeleteLater, type DeleteTools } from './delete-later.ts';

type Removal = {
  /** What is said to be gone. */
  words: string;
  byKeyboard: boolean;
  /** It was undone, or is over. */
  onEnd: (wasUndone: boolean) => void;
};

/**
 * Deletes things a while after they are gone from sight, with an offer to undo it; at once when the page is left, or when the
 * next is removed.
 */
export function useDeleteLater<Id>(tools: DeleteTools<Id>) {
  const latest = useRef(tools);
  latest.current = tools;
  const offers = useRef(new Map<Id, () => void>());
  const later = useMemo(
    () =>
      createDeleteLater<Id>({
        send: (id) => latest.current.send(id),
        done: (id) => latest.current.done(id),
        failed: (error, id) => latest.current.failed(error, id),
      }),
    [],
  );
  const hidden = useSyncExternalStore(later.watch, later.hidden, later.hidden);

  const finishAll = useCallback(async () => {
    for (const takeBack of offers.current.values()) takeBack();
    offers.current.clear();
    await later.finishAll();
  }, [later]);

  useEffect(() => {
    const leave = () => void finishAll();
    const hide = () => document.visibilityState === 'hidden' && leave();
    // The only moments that every browser promises, when a page is closed or a phone put away.
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [finishAll]);

  /** Gone from sight at once; for good when the offer to undo it is over. */
  const remove = async (id: Id, { words, byKeyboard, onEnd }: Removal) => {
    // One offer at a time: several would be a pile over what is pressed next.
    void finishAll();
    later.begin(id);
    try {
      const { offerUndo } = await import('./offer-undo.tsx');
      // Check Out may have sent it meanwhile: then there is nothing left to undo.
      if (!later.isWaiting(id)) return;
      const takeBack = offerUndo({
        words,
        byKeyboard,
        onUndo() {
          offers.current.delete(id);
          later.undo(id);
          onEnd(true);
        },
        onOver() {
          offers.current.delete(id);
          void later.finish(id);
          onEnd(false);
        },
      });
      offers.current.set(id, takeBack);
    } catch {
      // The offer could not be fetched: then neither can it be waited for.
      await later.finish(id);
    }
  };

  return {
    hidden,
    remove,
    /** Without an offer: it was asked for before, and could not be done. */
    async removeNow(id: Id) {
      later.begin(id);
      await later.finish(id);
    },
    finishAll,
  };
}
