import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type ItemExtra, type Order, OrderItem } from '#contract/orders.ts';
import { createLastWins } from '../../api/changes/last-wins.ts';
import { fieldErrorsOf } from '../../api/field-errors.ts';
import { showCartFailure } from '../../api/show-failure.tsx';
import { showToast } from '../../ui/toast/toast.tsx';
import { cachedCart, invalidateCart, updateCachedCart } from '../cart-query.ts';
import { addOptimisticUnits } from '../cart-store.ts';
import { applyPendingChanges, countUnits, withItem } from './apply-pending-changes.ts';
import { recordChange, sendChange, toQuantityChange } from './line-changes.ts';
import { useExtraRemoval } from './use-extra-removal.ts';
import { type Removing, useRemovals } from './use-removals.ts';

export type CartLines = {
  /** With the pending changes applied. */
  cart: Order | null;
  changeQuantity: (item: OrderItem, quantity: number) => void;
  removeExtra: (item: OrderItem, extra: ItemExtra, how: Removing) => Promise<void>;
  removeOne: (item: OrderItem, how: Removing) => void;
  removeMany: (items: readonly OrderItem[], how: Removing) => void;
  /** Resolves when the shop has answered everything. */
  settled: () => Promise<void>;
};

/** The lines of the cart and their changes: shown at once, and as the shop has them if it refuses a change. */
export function useCartLines(cachedOrder: Order | null): CartLines {
  const client = useQueryClient();
  const orderOfLine = useRef(new Map<number, Order>());
  const removals = useRemovals(cachedOrder);
  const { isLeaving } = removals;
  const quantities = useMemo(
    () =>
      createLastWins<number, number>({
        async send(id, quantity) {
          if (isLeaving(id)) return;
          // The order in which the line was changed: it may no longer be the cart when the change is sent.
          const wanted = toQuantityChange(orderOfLine.current.get(id) ?? cachedCart(client), id, quantity);
          const changed = OrderItem.parse(await sendChange(wanted));
          updateCachedCart(client, (cart) => withItem(cart, changed));
        },
        onRefused(error, id, quantity) {
          if (isLeaving(id)) return;
          showCartFailure(error, fieldErrorsOf(error).quantity?.[0], () => quantities.set(id, quantity));
          void invalidateCart(client);
        },
      }),
    [client, isLeaving],
  );
  const wanted = useSyncExternalStore(quantities.subscribe, quantities.pending, quantities.pending);
  const removeExtra = useExtraRemoval(cachedOrder);
  const cart = cachedOrder && applyPendingChanges(cachedOrder, wanted, removals.hidden);

  const ahead = cachedOrder && cart ? countUnits(cart) - countUnits(cachedOrder) : 0;
  useEffect(() => addOptimisticUnits(ahead), [ahead]);

  return {
    cart,
    changeQuantity(item, quantity) {
      if (quantity < 1) return void showToast('Quantity cannot be less than 1.', 'error');
      // Recorded now: the change may wait for the one before, and the page be left meanwhile.
      if (cachedOrder) orderOfLine.current.set(item.id, cachedOrder);
      recordChange(toQuantityChange(cachedOrder, item.id, quantity));
      quantities.set(item.id, quantity);
    },
    removeExtra: async (item, extra, how) => {
      await quantities.settled();
      await removeExtra(item, extra, how);
    },
    removeOne: (item, how) => removals.remove([item], () => 'product removed', how),
    removeMany: (items, how) => removals.remove(items, (lines) => `${lines} product(s) removed`, how),
    async settled() {
      await Promise.all([removals.settled(), quantities.settled()]);
    },
  };
}
