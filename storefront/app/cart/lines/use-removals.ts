import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { describeLine } from '#contract/line-words.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import { ApiError } from '../../api/api-error.ts';
import { toChange } from '../../api/changes/pending-changes.ts';
import { detailOf, helpFor } from '../../api/failure-words.ts';
import { showFailure } from '../../api/show-failure.tsx';
import { sessionGeneration } from '../../session/session-store.ts';
import { showUndo } from '../../ui/toast/show-undo.tsx';
import { invalidateCart, updateCachedCart } from '../cart-query.ts';
import { showAddError } from '../show-add-error.tsx';
import { applyPendingChanges } from './apply-pending-changes.ts';
import { toCartItem } from './cart-item.ts';
import { linePath, sendChange } from './line-changes.ts';
import { putInCart } from './put-in-cart.ts';

export type Removing = {
  /** Whether the focus, which a key had moved, is still where the removal left it. */
  takesFocus: () => boolean;
  /** Called when the offer to undo it is gone, or when what was undone is back. */
  onEnd: (isUndone: boolean) => void;
};

/** What the page says when that many lines have been removed. */
type Words = (lines: number) => string;

/** Removes lines at once. Once the shop has answered, the page says so and offers to add them again. */
export function useRemovals(cart: Order | null) {
  const client = useQueryClient();
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const running = useRef(new Set<Promise<void>>());
  /** The lines that are being removed, or are gone. */
  const leaving = useRef(new Set<number>());

  const hide = (items: readonly OrderItem[], isHidden: boolean) =>
    setHidden((before) => {
      const next = new Set(before);
      for (const { id } of items) {
        if (isHidden) next.add(id);
        else next.delete(id);
      }
      return next;
    });

  const send = async (orderId: number, { id }: OrderItem) => {
    try {
      await sendChange(toChange(linePath(orderId, id), { method: 'DELETE' }));
    } catch (error) {
      // The line is gone already, as wanted.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
    updateCachedCart(client, (now) => applyPendingChanges(now, new Map(), new Set([id])));
  };

  const run = async (orderId: number, items: readonly OrderItem[], words: Words, how: Removing) => {
    hide(items, true);
    for (const { id } of items) leaving.current.add(id);
    const ends = await Promise.allSettled(items.map((item) => send(orderId, item)));
    // Shown earlier, the lines would be back for a moment.
    await cartIsShown();
    hide(items, false);
    const staying = items.filter((_, place) => ends[place]?.status === 'rejected');
    if (staying.length === 0) return offerUndo(items, words(items.length), how);
    for (const { id } of staying) leaving.current.delete(id);
    void invalidateCart(client);
    const [error] = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    showFailure('An error occurred', {
      error,
      help: [sayWhy(error), `Still in your cart: ${staying.map(describeLine).join(', ')}.`].filter(Boolean).join(' '),
      onRetry: () => remove(orderId, staying, words, how),
    });
  };

  const offerUndo = (items: readonly OrderItem[], said: string, { takesFocus, onEnd }: Removing) => {
    const session = sessionGeneration();
    const wanted = items.filter(({ availability }) => availability === 'on_sale').map(toCartItem);
    const undo = async () => {
      // Whoever has signed in meanwhile had removed nothing.
      if (session !== sessionGeneration()) return;
      try {
        await putInCart(wanted);
        await invalidateCart(client);
        await cartIsShown();
      } catch (error) {
        showAddError(error, () => void undo());
      }
      onEnd(true);
    };
    showUndo(said, {
      takesFocus,
      // What can no longer be bought cannot be added again.
      onUndo: wanted.length > 0 ? undo : undefined,
      onLapse: () => onEnd(false),
    });
  };

  const remove = (orderId: number, items: readonly OrderItem[], words: Words, how: Removing) => {
    const end = run(orderId, items, words, how).finally(() => running.current.delete(end));
    running.current.add(end);
  };

  return {
    hidden,
    remove(items: readonly OrderItem[], words: Words, how: Removing) {
      if (cart) remove(cart.id, items, words, how);
    },
    /** Whether this line is being removed, or is gone: then nothing else about it matters. */
    isLeaving: useCallback((id: number) => leaving.current.has(id), []),
    /** Resolves when the shop has answered every removal. */
    async settled() {
      while (running.current.size > 0) await Promise.all(running.current);
    },
  };
}

/** The query cache notifies its readers one task later. */
const cartIsShown = () => new Promise((resolve) => setTimeout(resolve));

const sayWhy = (error: unknown) => (error instanceof ApiError && detailOf(error.body)) || helpFor(error);
