import { useEffect, useRef, useState } from 'react';
import { type Address, SavedAddress } from '#contract/addresses.ts';
import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes/changes.ts';
import { toChange } from '../api/changes/pending-changes.ts';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { useAddresses } from '../checkout/address/use-addresses.ts';
import { sessionGeneration } from '../session/session-store.ts';
import { announce } from '../ui/announce.tsx';
import { showUndo } from '../ui/toast/show-undo.tsx';
import { showToast } from '../ui/toast/toast.tsx';

const PATH = '/api/user/profile/address/';
const MAX_WAIT_MS = 2_000;

type Failure = { id: number; words: string; retry: () => void };

/** How a deletion treats the focus, and a function to call when the offer to undo it is gone, or when it is undone. */
type Deleting = { takesFocus: () => boolean; onEnd: (isUndone: boolean) => void };

/** The customer's addresses without those being deleted, and the functions that delete with an offer to undo. */
export function useAddressList(isWanted: boolean) {
  const query = useAddresses(isWanted);
  const [chosen, choose] = useState<number>();
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const running = useRef(new Set<Promise<void>>());
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** It is shown at the head of the page until it has been tried again; as a toast if the page was left. */
  const fail = (address: Address, words: string, retry: () => void) => {
    const clear = () => setFailures((before) => before.filter((one) => one.id !== address.id));
    const failure: Failure = {
      id: address.id,
      words,
      retry() {
        clear();
        retry();
      },
    };
    if (isHere.current) setFailures((before) => [...before.filter((one) => one.id !== address.id), failure]);
    else void showToast(words, 'error');
  };

  const offerUndo = (address: SavedAddress, { takesFocus, onEnd }: Deleting) => {
    const session = sessionGeneration();
    const undo = async () => {
      // Whoever has signed in meanwhile had deleted nothing.
      if (session !== sessionGeneration()) return;
      const { id: _former, ...body } = address;
      try {
        const again = SavedAddress.parse(await callApi(PATH, { method: 'POST', body, keepalive: true }));
        query.add(again);
        if (chosen === address.id) choose(again.id);
      } catch (error) {
        const [reason = failureWords(error)] = Object.values(fieldErrorsOf(error)).flat();
        const words = `${address.apartment_address} could not be added again. ${reason}`;
        fail(address, words, () => void undo());
      }
      onEnd(true);
    };
    showUndo(`${address.apartment_address} has been deleted.`, {
      takesFocus,
      onUndo: undo,
      onLapse: () => onEnd(false),
    });
  };

  const hide = (id: number, isHidden: boolean) =>
    setHidden((before) => new Set(isHidden ? [...before, id] : [...before].filter((one) => one !== id)));

  const run = async (address: SavedAddress, how: Deleting) => {
    hide(address.id, true);
    try {
      await deleteAddress(address.id);
      query.remove(address.id);
      offerUndo(address, how);
    } catch (error) {
      const words = `${address.apartment_address} could not be deleted. ${failureWords(error)}`;
      fail(address, words, () => remove(address, how));
    }
    // The query cache notifies its readers one task later. Shown earlier, the address would be back for a moment.
    await new Promise((resolve) => setTimeout(resolve));
    hide(address.id, false);
  };

  const remove = (address: SavedAddress, how: Deleting) => {
    setFailures((before) => before.filter((one) => one.id !== address.id));
    const end = run(address, how).finally(() => running.current.delete(end));
    running.current.add(end);
  };

  return {
    ...query,
    shown: query.data?.filter(({ id }) => !hidden.has(id)) ?? [],
    chosen,
    choose,
    failures,
    delete: remove,
    /** Removes what the address remembers for the next order. False if that failed, which is said. */
    async forget({ id, apartment_address }: Address): Promise<boolean> {
      try {
        query.replace(SavedAddress.parse(await callApi(`${PATH}${id}/wishes/`, { method: 'DELETE' })));
        announce(`The wishes for ${apartment_address} have been forgotten.`);
        return true;
      } catch (error) {
        void showToast(`They have not been forgotten. ${failureWords(error)}`, 'error');
        return false;
      }
    },
    /** Waits for what is being deleted before the session ends; two seconds at most. */
    async finish() {
      if (running.current.size === 0) return;
      const tooLong = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
      await Promise.race([Promise.all(running.current), tooLong]);
    },
  };
}

export type AddressBook = ReturnType<typeof useAddressList>;

async function deleteAddress(id: number): Promise<void> {
  const change = toChange(`${PATH}${id}/`, { method: 'DELETE' });
  try {
    await changes.send(changes.record({ key: change.path, ...change }));
  } catch (error) {
    // The address is gone already, as wanted.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
