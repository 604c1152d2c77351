import { useQueryClient } from '@tanstack/react-query';
import { type ItemExtra, type Order, OrderItem } from '#contract/orders.ts';
import { callApi } from '../../api/client.ts';
import { fieldErrorsOf } from '../../api/field-errors.ts';
import { showCartFailure } from '../../api/show-failure.tsx';
import { sessionGeneration } from '../../session/session-store.ts';
import { showUndo } from '../../ui/toast/show-undo.tsx';
import { cachedCart, invalidateCart, updateCachedCart } from '../cart-query.ts';
import { showAddError } from '../show-add-error.tsx';
import { withItem } from './apply-pending-changes.ts';
import { toCartItem } from './cart-item.ts';
import { linePath } from './line-changes.ts';
import { putInCart } from './put-in-cart.ts';
import type { Removing } from './use-removals.ts';

/** Takes an extra off a line. Once the shop has answered, the page says so and offers to put it back. */
export function useExtraRemoval(cart: Order | null) {
  const client = useQueryClient();

  const change = async (orderId: number, { id, product, extras }: OrderItem, quantity: number) => {
    const body = { product, quantity, extras: extras.map((extra) => extra.id) };
    const answer = await callApi(linePath(orderId, id), { method: 'PATCH', body, keepalive: true });
    const changed = OrderItem.parse(answer);
    updateCachedCart(client, (now) => withItem(now, changed));
    return changed;
  };

  /** Does it, or shows why not and offers to try again. */
  const attempt = async (act: () => Promise<unknown>, onDone: () => void) => {
    try {
      await act();
      onDone();
    } catch (error) {
      const { quantity = [], extras = [] } = fieldErrorsOf(error);
      showCartFailure(error, [...quantity, ...extras][0], () => void attempt(act, onDone));
      void invalidateCart(client);
    }
  };

  /** A line that had become the same as another is taken apart again. */
  const putBack = async (orderId: number, before: OrderItem, changed: OrderItem) => {
    const now = cachedCart(client)?.order_items.find(({ id }) => id === changed.id);
    // The line itself was removed meanwhile.
    if (!now) return;
    const others = changed.quantity > before.quantity ? now.quantity - before.quantity : 0;
    if (others < 1) return change(orderId, { ...now, extras: before.extras }, now.quantity);
    await change(orderId, now, others);
    await addAgain(before);
  };

  /** Tried again by itself: the other line has been made smaller already. */
  const addAgain = async (before: OrderItem): Promise<void> => {
    try {
      await putInCart([toCartItem(before)]);
      await invalidateCart(client);
    } catch (error) {
      showAddError(error, () => void addAgain(before));
    }
  };

  return async (item: OrderItem, extra: ItemExtra, { takesFocus, onEnd }: Removing): Promise<void> => {
    if (!cart) return;
    const session = sessionGeneration();
    const without = { ...item, extras: item.extras.filter(({ id }) => id !== extra.id) };
    let changed = item;
    const remove = async () => {
      changed = await change(cart.id, without, item.quantity);
    };
    const offerUndo = () => {
      const undo = async () => {
        if (session !== sessionGeneration()) return;
        await attempt(
          () => putBack(cart.id, item, changed),
          () => onEnd(true),
        );
      };
      // What is sold out cannot be put back.
      const canUndo = extra.availability === 'on_sale' && item.availability === 'on_sale';
      showUndo(`${extra.name} removed`, {
        takesFocus,
        onUndo: canUndo ? undo : undefined,
        onLapse: () => onEnd(false),
      });
    };
    await attempt(remove, offerUndo);
  };
}
