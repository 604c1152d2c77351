import { useEffect, useRef, useState } from 'react';
import { type Address, SavedAddress } from '#contract/addresses.ts';
import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes.ts';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { useAddresses } from '../checkout/use-addresses.ts';
import { showToast } from '../ui/toast.tsx';
import { useDeleteLater } from './use-delete-later.ts';

const PATH = '/api/user/profile/address/';
const MAX_WAIT_MS = 2_000;

type Failure = { address: Address; words: string };

/** The customer's addresses without those being deleted, and the functions that delete with an offer to undo. */
export function useAddressList(isWanted: boolean) {
  const query = useAddresses(isWanted);
  const { data, remove } = query;
  const [chosen, choose] = useState<number>();
  const [failures, setFailures] = useState<Failure[]>([]);
  const clearFailure = (address: Address) =>
    setFailures((before) => before.filter((one) => one.address.id !== address.id));

  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const later = useDeleteLater<number>({
    send: deleteAddress,
    onDeleted: remove,
    onFailed(error, id) {
      const address = data?.find((one) => one.id === id);
      if (!address) return;
      const words = `${address.apartment_address} could not be deleted. ${failureWords(error)}`;
      if (isHere.current) setFailures((before) => [...before, { address, words }]);
      else void showToast(words, 'error');
    },
  });

  return {
    ...query,
    shown: data?.filter(({ id }) => !later.hidden.has(id)) ?? [],
    chosen,
    choose,
    failures,
    async delete(address: Address, byKeyboard: boolean, onEnd: () => void) {
      clearFailure(address);
      await later.remove(address.id, { words: `${address.apartment_address} has been deleted.`, byKeyboard, onEnd });
    },
    /** Removes what the address remembers for the next order. False if that failed, which is said. */
    async forget({ id, apartment_address }: Address): Promise<boolean> {
      try {
        query.replace(SavedAddress.parse(await callApi(`${PATH}${id}/wishes/`, { method: 'DELETE' })));
        void showToast(`The wishes for ${apartment_address} have been forgotten.`, 'success');
        return true;
      } catch (error) {
        void showToast(`They have not been forgotten. ${failureWords(error)}`, 'error');
        return false;
      }
    },
    async tryAgain(address: Address) {
      clearFailure(address);
      await later.removeNow(address.id);
    },
    /** Sends scheduled deletions before the session ends; waits two seconds at most. */
    async finish() {
      if (later.hidden.size === 0) return;
      const tooLong = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
      await Promise.race([later.flushAll(), tooLong]);
    },
  };
}

export type AddressBook = ReturnType<typeof useAddressList>;

async function deleteAddress(id: number): Promise<void> {
  const path = `${PATH}${id}/`;
  try {
    await changes.send(changes.record({ key: path, method: 'DELETE', path }));
  } catch (error) {
    // The address is gone already, as wanted.
    if (error instanceof ApiError && error.status === 404) return;
    changes.cancel(path);
    throw error;
  }
}
