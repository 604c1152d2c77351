import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Address } from '#contract/addresses.ts';
import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes.ts';
import { failureWords } from '../api/failure-words.ts';
import { useAddresses } from '../checkout/use-addresses.ts';
import { showToast } from '../ui/toast.tsx';
import { createDeleteLater } from './delete-later.ts';

const LONGEST_WAIT_MS = 2_000;

type Failure = { address: Address; words: string };

/** One's addresses without those that are being deleted, and how to delete them so that it can be undone. */
export function useAddressList(isWanted: boolean) {
  const query = useAddresses(isWanted);
  const { data, remove } = query;
  const [chosen, choose] = useState<number>();
  const [failures, setFailures] = useState<Failure[]>([]);
  const forget = (address: Address) => setFailures((before) => before.filter((one) => one.address.id !== address.id));

  const offers = useRef(new Map<number, () => void>());
  const isHere = useRef(true);
  const last = useRef({ data, remove });
  last.current = { data, remove };

  const later = useMemo(
    () =>
      createDeleteLater<number>({
        send: deleteAddress,
        done: (id) => last.current.remove(id),
        failed(error, id) {
          const address = last.current.data?.find((one) => one.id === id);
          if (!address) return;
          const words = `${address.apartment_address} could not be deleted. ${failureWords(error)}`;
          if (isHere.current) setFailures((before) => [...before, { address, words }]);
          else void showToast(words, 'error');
        },
      }),
    [],
  );
  const hidden = useSyncExternalStore(later.watch, later.hidden, later.hidden);

  useEffect(() => {
    isHere.current = true;
    const leave = () => {
      for (const takeBack of offers.current.values()) takeBack();
      offers.current.clear();
      void later.finishAll();
    };
    const hide = () => document.visibilityState === 'hidden' && leave();
    // The only moments that every browser promises, when a page is closed or a phone put away.
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', leave);
      isHere.current = false;
      leave();
    };
  }, [later]);

  /** Gone from sight at once; for good when the offer to undo it is over. */
  const deleteLater = async (address: Address, byKeyboard: boolean, onEnd: () => void) => {
    const { id } = address;
    forget(address);
    later.begin(id);
    try {
      const { offerUndo } = await import('./offer-undo.tsx');
      if (!later.hidden().has(id)) return;
      const takeBack = offerUndo({
        words: `${address.apartment_address} has been deleted.`,
        byKeyboard,
        onUndo() {
          offers.current.delete(id);
          later.undo(id);
          onEnd();
        },
        onOver() {
          offers.current.delete(id);
          void later.finish(id);
          onEnd();
        },
      });
      offers.current.set(id, takeBack);
    } catch {
      // The offer could not be fetched: then neither can it be waited for.
      await later.finish(id);
    }
  };

  return {
    ...query,
    shown: data?.filter(({ id }) => !hidden.has(id)) ?? [],
    chosen,
    choose,
    failures,
    delete: deleteLater,
    async tryAgain(address: Address) {
      forget(address);
      later.begin(address.id);
      await later.finish(address.id);
    },
    /** Deletes what waits before the session ends; gives up waiting soon. */
    async finish() {
      if (later.hidden().size === 0) return;
      const tooLong = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
      await Promise.race([later.finishAll(), tooLong]);
    },
  };
}

export type AddressBook = ReturnType<typeof useAddressList>;

async function deleteAddress(id: number): Promise<void> {
  const path = `/api/user/profile/address/${id}/`;
  try {
    await changes.deliver(changes.open({ key: path, method: 'DELETE', path }));
  } catch (error) {
    // It is gone already, and that is what was wanted.
    if (error instanceof ApiError && error.status === 404) return;
    changes.withdraw(path);
    throw error;
  }
}
