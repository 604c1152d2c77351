import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type Order, OrderItem } from '#contract/orders.ts';
import { useDeleteLater } from '../account/use-delete-later.ts';
import { ApiError } from '../api/api-error.ts';
import { changes } from '../api/changes.ts';
import { detailOf } from '../api/failure-words.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { createLastWins } from '../api/last-wins.ts';
import type { ChangeRequest, PendingChange } from '../api/pending-changes.ts';
import { showToast } from '../ui/toast.tsx';
import { applyPendingChanges, unitsIn } from './apply-pending-changes.ts';
import { cacheCart, cachedCart, reloadCart } from './cart-query.ts';
import { countAhead } from './cart-store.ts';

type Removing = { byKeyboard: boolean; onEnd: (wasUndone: boolean) => void };
type Removal = { orderId: number; items: readonly OrderItem[] };

export type CartLines = {
  /** As wanted, which is at once. */
  cart: Order | null;
  changeQuantity: (item: OrderItem, quantity: number) => void;
  removeOne: (item: OrderItem, how: Removing) => void;
  removeMany: (items: readonly OrderItem[], how: Removing) => void;
  /** What was removed is gone for good from here on. */
  settled: () => Promise<void>;
};

/** The lines of the cart and what can be done to them: shown at once, and as the shop holds them if it refuses. */
export function useCartLines(held: Order | null): CartLines {
  const client = useQueryClient();
  const pressedOn = useRef(new Map<number, Order>());
  const quantities = useMemo(
    () =>
      createLastWins<number, number>({
        async send(id, quantity) {
          // As it was pressed: the order may no longer be the cart when its turn comes.
          const wanted = toQuantity(pressedOn.current.get(id) ?? cachedCart(client), id, quantity);
          const changed = OrderItem.parse(await deliver(wanted));
          cacheCart(client, (cart) => withItem(cart, changed));
        },
        onRefused(error, id) {
          changes.cancel(pathOf((pressedOn.current.get(id) ?? cachedCart(client))?.id, id));
          sayRefused(error);
          void reloadCart(client);
        },
      }),
    [client],
  );
  const wanted = useSyncExternalStore(quantities.subscribe, quantities.pending, quantities.pending);

  const send = async (orderId: number, { id }: OrderItem) => {
    try {
      await deliver({ method: 'DELETE', path: pathOf(orderId, id) });
    } catch (error) {
      // It is gone already, and that is what was wanted.
      if (!(error instanceof ApiError && error.status === 404)) {
        changes.cancel(pathOf(orderId, id));
        throw error;
      }
    }
    cacheCart(client, (now) => applyPendingChanges(now, new Map(), new Set([id])));
  };

  const removals = useDeleteLater<Removal>({
    async send({ orderId, items }) {
      const ends = await Promise.allSettled(items.map((item) => send(orderId, item)));
      const staying = items.filter((_, place) => ends[place]?.status === 'rejected');
      if (staying.length === 0) return;
      void reloadCart(client);
      void showToast(`An error occurred. Still in your cart: ${staying.map(({ name }) => name).join(', ')}.`, 'error');
    },
    onDeleted() {},
    onFailed() {},
  });
  const leaving = new Set([...removals.hidden].flatMap(({ items }) => items.map(({ id }) => id)));
  const cart = held && applyPendingChanges(held, wanted, leaving);

  const ahead = held && cart ? unitsIn(cart) - unitsIn(held) : 0;
  useEffect(() => countAhead(ahead), [ahead]);

  const remove = (items: readonly OrderItem[], words: string, how: Removing) => {
    if (held) void removals.remove({ orderId: held.id, items }, { words, ...how });
  };

  return {
    cart,
    changeQuantity(item, quantity) {
      if (quantity < 1) return void showToast('Quantity cannot be less than 1.', 'error');
      // Kept as pressed: it may have to wait for the one before, and the page may be left meanwhile.
      if (held) pressedOn.current.set(item.id, held);
      open(toQuantity(held, item.id, quantity));
      quantities.set(item.id, quantity);
    },
    removeOne: (item, how) => remove([item], 'product removed', how),
    removeMany: (items, how) => remove(items, `${items.length} product(s) removed`, how),
    async settled() {
      await removals.flushAll();
      await quantities.settled();
    },
  };
}

const pathOf = (orderId: number | undefined, id: number) => `/api/user/orders/${orderId}/order-items/${id}/`;

type LineChange = Omit<ChangeRequest, 'key'>;

function toQuantity(cart: Order | null | undefined, id: number, quantity: number): LineChange {
  const product = cart?.order_items.find((item) => item.id === id)?.product;
  return { method: 'PATCH', path: pathOf(cart?.id, id), body: { product, quantity } };
}

/** One line is wanted in one way: what was pressed last. */
const open = (wanted: LineChange): PendingChange => changes.record({ ...wanted, key: wanted.path });

/** Sends what is kept of it. */
function deliver(wanted: LineChange): Promise<unknown> {
  const kept = changes.newest(wanted.path);
  const isKept = kept?.method === wanted.method && JSON.stringify(kept.body) === JSON.stringify(wanted.body);
  return changes.send(isKept ? kept : open(wanted));
}

const withItem = (cart: Order, changed: OrderItem): Order => {
  const order_items = cart.order_items.map((item) => (item.id === changed.id ? changed : item));
  // Counted anew by the overlay's own rule.
  return applyPendingChanges({ ...cart, order_items }, new Map([[changed.id, changed.quantity]]), new Set());
};

function sayRefused(error: unknown): void {
  const [reason] = fieldErrorsOf(error).quantity ?? [];
  const body = error instanceof ApiError ? error.body : undefined;
  void showToast(reason ?? detailOf(body) ?? 'An error occurred', 'error');
}
