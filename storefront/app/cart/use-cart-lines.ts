import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { describeLine } from '#contract/line-words.ts';
import { type ItemExtra, type Order, OrderItem } from '#contract/orders.ts';
import { useDeleteLater } from '../account/use-delete-later.ts';
import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes.ts';
import { callApi } from '../api/client.ts';
import { detailOf } from '../api/failure-words.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { createLastWins } from '../api/last-wins.ts';
import type { ChangeRequest, PendingChange } from '../api/pending-changes.ts';
import { showToast } from '../ui/toast.tsx';
import { applyPendingChanges, countUnits } from './apply-pending-changes.ts';
import { cachedCart, invalidateCart, updateCachedCart } from './cart-query.ts';
import { addOptimisticUnits } from './cart-store.ts';

type Removing = { byKeyboard: boolean; onEnd: (wasUndone: boolean) => void };
type Removal = { orderId: number; items: readonly OrderItem[] };

export type CartLines = {
  /** With the pending changes applied. */
  cart: Order | null;
  changeQuantity: (item: OrderItem, quantity: number) => void;
  removeExtra: (item: OrderItem, extra: ItemExtra) => Promise<void>;
  removeOne: (item: OrderItem, how: Removing) => void;
  removeMany: (items: readonly OrderItem[], how: Removing) => void;
  /** Sends all removals and resolves when the shop has answered everything. */
  settled: () => Promise<void>;
};

/** The lines of the cart and their changes: shown at once, and as the shop has them if it refuses a change. */
export function useCartLines(cachedOrder: Order | null): CartLines {
  const client = useQueryClient();
  const orderOfLine = useRef(new Map<number, Order>());
  const quantities = useMemo(
    () =>
      createLastWins<number, number>({
        async send(id, quantity) {
          // The order in which the line was changed: it may no longer be the cart when the change is sent.
          const wanted = toQuantityChange(orderOfLine.current.get(id) ?? cachedCart(client), id, quantity);
          const changed = OrderItem.parse(await sendChange(wanted));
          updateCachedCart(client, (cart) => withItem(cart, changed));
        },
        onRefused(error, id) {
          changes.cancel(linePath((orderOfLine.current.get(id) ?? cachedCart(client))?.id, id));
          showRefusal(error);
          void invalidateCart(client);
        },
      }),
    [client],
  );
  const wanted = useSyncExternalStore(quantities.subscribe, quantities.pending, quantities.pending);

  const send = async (orderId: number, { id }: OrderItem) => {
    try {
      await sendChange({ method: 'DELETE', path: linePath(orderId, id) });
    } catch (error) {
      // The line is gone already, as wanted.
      if (!(error instanceof ApiError && error.status === 404)) {
        changes.cancel(linePath(orderId, id));
        throw error;
      }
    }
    updateCachedCart(client, (now) => applyPendingChanges(now, new Map(), new Set([id])));
  };

  const removals = useDeleteLater<Removal>({
    async send({ orderId, items }) {
      const ends = await Promise.allSettled(items.map((item) => send(orderId, item)));
      const staying = items.filter((_, place) => ends[place]?.status === 'rejected');
      if (staying.length === 0) return;
      void invalidateCart(client);
      void showToast(`An error occurred. Still in your cart: ${staying.map(describeLine).join(', ')}.`, 'error');
    },
    onDeleted() {},
    onFailed() {},
  });
  const leaving = new Set([...removals.hidden].flatMap(({ items }) => items.map(({ id }) => id)));
  const cart = cachedOrder && applyPendingChanges(cachedOrder, wanted, leaving);

  const ahead = cachedOrder && cart ? countUnits(cart) - countUnits(cachedOrder) : 0;
  useEffect(() => addOptimisticUnits(ahead), [ahead]);

  const remove = (items: readonly OrderItem[], words: string, how: Removing) => {
    if (cachedOrder) void removals.remove({ orderId: cachedOrder.id, items }, { words, ...how });
  };

  return {
    cart,
    changeQuantity(item, quantity) {
      if (quantity < 1) return void showToast('Quantity cannot be less than 1.', 'error');
      // Recorded now: the change may wait for the one before, and the page be left meanwhile.
      if (cachedOrder) orderOfLine.current.set(item.id, cachedOrder);
      recordChange(toQuantityChange(cachedOrder, item.id, quantity));
      quantities.set(item.id, quantity);
    },
    async removeExtra(item, extra) {
      if (!cachedOrder) return;
      const extras = item.extras.filter(({ id }) => id !== extra.id).map(({ id }) => id);
      try {
        await quantities.settled();
        const body = { product: item.product, quantity: item.quantity, extras };
        const answer = await callApi(linePath(cachedOrder.id, item.id), { method: 'PATCH', body, keepalive: true });
        const changed = OrderItem.parse(answer);
        updateCachedCart(client, (now) => withItem(now, changed));
        void showToast(`${extra.name} removed`, 'success');
      } catch (error) {
        showRefusal(error);
        void invalidateCart(client);
      }
    },
    removeOne: (item, how) => remove([item], 'product removed', how),
    removeMany: (items, how) => remove(items, `${items.length} product(s) removed`, how),
    async settled() {
      await removals.flushAll();
      await quantities.settled();
    },
  };
}

const linePath = (orderId: number | undefined, id: number) => `/api/user/orders/${orderId}/order-items/${id}/`;

type LineChange = Omit<ChangeRequest, 'key'>;

function toQuantityChange(cart: Order | null | undefined, id: number, quantity: number): LineChange {
  const product = cart?.order_items.find((item) => item.id === id)?.product;
  return { method: 'PATCH', path: linePath(cart?.id, id), body: { product, quantity } };
}

/** The path is the key: the last change of a line replaces the one before. */
const recordChange = (wanted: LineChange): PendingChange => changes.record({ ...wanted, key: wanted.path });

/** Sends the recorded change if it is the same, or records it first. */
function sendChange(wanted: LineChange): Promise<unknown> {
  const newest = changes.newest(wanted.path);
  const isRecorded = newest?.method === wanted.method && JSON.stringify(newest.body) === JSON.stringify(wanted.body);
  return changes.send(isRecorded ? newest : recordChange(wanted));
}

const extraIds = ({ extras }: OrderItem) => String(extras.map(({ id }) => id));
const isSameChoice = (left: OrderItem, right: OrderItem) =>
  left.product === right.product && left.size === right.size && extraIds(left) === extraIds(right);

/** A line that has become the same as another has taken it in. */
const withItem = (cart: Order, changed: OrderItem): Order => {
  const order_items = cart.order_items
    .filter((item) => item.id === changed.id || !isSameChoice(item, changed))
    .map((item) => (item.id === changed.id ? changed : item));
  // Totals are counted again by the same rule.
  return applyPendingChanges({ ...cart, order_items }, new Map([[changed.id, changed.quantity]]), new Set());
};

function showRefusal(error: unknown): void {
  const { quantity = [], extras = [] } = fieldErrorsOf(error);
  const [reason] = [...quantity, ...extras];
  const body = error instanceof ApiError ? error.body : undefined;
  void showToast(reason ?? detailOf(body) ?? 'An error occurred', 'error');
}
