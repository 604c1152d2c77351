import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Address } from '#contract/addresses.ts';
import type { Order } from '#contract/orders.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import type { NobodyIn } from '#contract/wishes.ts';
import { createLastWins } from '../api/changes/last-wins.ts';
import { createOneByOne } from '../api/changes/one-by-one.ts';
import { callApi } from '../api/client.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { showCartFailure } from '../api/show-failure.tsx';
import { invalidateCart, patch, showPatched } from '../cart/cart-query.ts';
import { refreshRules } from '../shell/shop-clock.ts';
import { ADDRESSES } from './address/use-addresses.ts';

/** Each choice: its field in the call that makes it. */
const FIELDS = {
  'shipping-address': 'shipping_address',
  'delivery-date': 'delivery_date',
  text: 'text',
  'swap-choice': 'swap_choice',
  'driver-note': 'driver_note',
  'nobody-in': 'nobody_in',
} as const;

type What = keyof typeof FIELDS;

function sendChoice(id: number, what: What, value: number | string): Promise<Order> {
  const path = `/api/user/orders/${id}/` as const;
  const text = String(value);
  switch (what) {
    case 'shipping-address':
      return callApi(`${path}update-shipping-address/`, patch({ shipping_address: value }));
    case 'delivery-date':
      return callApi(`${path}update-delivery-date/`, patch({ delivery_date: text }));
    case 'text':
      return callApi(`${path}update-text/`, patch({ text }));
    default:
      return callApi(`${path}update-wishes/`, patch({ [FIELDS[what]]: text }));
  }
}

/** Wishes go to the door that was chosen when they were typed: sent beside another address, they could land at that one. */
const ABOUT_A_DOOR: readonly What[] = ['shipping-address', 'swap-choice', 'driver-note', 'nobody-in'];

/** Address, day, note and wishes of the order: a choice is shown at once, and the shop's value again if the shop refuses it. */
export function useOrderChoices(cart: Order, onNoteSaved: (text: string) => void) {
  const client = useQueryClient();
  const noteSaved = useRef(onNoteSaved);
  noteSaved.current = onNoteSaved;
  const choices = useMemo(() => {
    const inTurn = createOneByOne();
    const choices = createLastWins<What, number | string>({
      send(what, value) {
        const change = () => showPatched(client, sendChoice(cart.id, what, value));
        if (what === 'text') return change().then(() => noteSaved.current(String(value)));
        return ABOUT_A_DOOR.includes(what) ? inTurn(change) : change();
      },
      onRefused(error, what, wanted) {
        const [reason] = fieldErrorsOf(error)[FIELDS[what]] ?? [];
        showCartFailure(error, reason, () => choices.set(what, wanted));
        void invalidateCart(client);
        if (what === 'delivery-date') void refreshRules();
        if (what === 'shipping-address') void client.invalidateQueries({ queryKey: ADDRESSES });
      },
    });
    return choices;
  }, [client, cart.id]);
  const pending = useSyncExternalStore(choices.subscribe, choices.pending, choices.pending);
  const [address, day, text] = [pending.get('shipping-address'), pending.get('delivery-date'), pending.get('text')];
  const [swap, driverNote] = [pending.get('swap-choice'), pending.get('driver-note')];
  const nobodyIn = pending.get('nobody-in');
  return {
    nobodyIn: isNobodyIn(nobodyIn) ? nobodyIn : (cart.nobody_in ?? 'neighbour'),
    chooseNobodyIn: (choice: NobodyIn) => choices.set('nobody-in', choice),
    swapChoice: swap === 'ask' || swap === 'choose' ? swap : cart.swap_choice,
    driverNote: typeof driverNote === 'string' ? driverNote : cart.driver_note,
    chooseSwap: (choice: Order['swap_choice']) => choices.set('swap-choice', choice),
    writeDriverNote: (note: string) => choices.set('driver-note', note),
    address: typeof address === 'number' ? address : cart.shipping_address,
    day: typeof day === 'string' ? day : cart.delivery_date,
    text: typeof text === 'string' ? text : cart.text,
    chooseAddress: (id: number) => choices.set('shipping-address', id),
    chooseDay: (day: string) => choices.set('delivery-date', day),
    writeNote: (text: string) => choices.set('text', text),
    settled: choices.settled,
  };
}

const isNobodyIn = (value: unknown): value is NobodyIn => typeof value === 'string' && value in NOBODY_IN_WORDS;

export type OrderChoices = ReturnType<typeof useOrderChoices>;

/** Chooses the first address if the order has none, or one that was deleted. */
export function useFirstAddress(addresses: Address[] | undefined, { address, chooseAddress }: OrderChoices): void {
  const first = addresses?.[0]?.id;
  const isKnown = address !== null && (addresses ?? []).some(({ id }) => id === address);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list, not for each render
  useEffect(() => {
    if (first !== undefined && !isKnown) chooseAddress(first);
  }, [first, isKnown]);
}
