import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AddressList, type SavedAddress } from '#contract/addresses.ts';
import { getJson } from '../../api/client.ts';

export const ADDRESSES = ['addresses'];

/** The buyer's addresses, and functions that write a confirmed change into the cache. */
export function useAddresses(isWanted = true) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ADDRESSES,
    enabled: isWanted,
    queryFn: async () => AddressList.parse(await getJson('/api/user/profile/address/')),
  });
  const change = (to: (before: SavedAddress[]) => SavedAddress[]) => {
    // A response to an earlier request would bring the old state back.
    void client.cancelQueries({ queryKey: ADDRESSES });
    client.setQueryData<SavedAddress[]>(ADDRESSES, (before = []) => to(before));
  };
  const without = (id: number) => (before: SavedAddress[]) => before.filter((address) => address.id !== id);
  return {
    ...query,
    add: (address: SavedAddress) => change((before) => [...without(address.id)(before), address]),
    replace: (address: SavedAddress) =>
      change((before) => before.map((one) => (one.id === address.id ? address : one))),
    remove: (id: number) => change(without(id)),
  };
}
