import { useState } from 'react';
import type { Order } from '#contract/orders.ts';

const keyOf = (order: Order) => `gift_note_${order.id}`;

export type NoteDraft = {
  text: string;
  /** What was written and is not saved yet. */
  unsaved: string | undefined;
  refusal: string | undefined;
  change: (text: string) => void;
  refuse: (reason: string) => void;
  /** It is saved: what the shop holds is what is shown. */
  done: () => void;
};

/** The gift note while it is written. It is saved with Check Out Now, or at the till; until then a reload does not lose it. */
export function useNoteDraft(cart: Order | null): NoteDraft {
  const [draft, setDraft] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const unsaved = draft ?? (cart ? readDraft(cart) : undefined);
  return {
    text: unsaved ?? cart?.text ?? '',
    unsaved,
    refusal,
    change(text) {
      setDraft(text);
      setRefusal(undefined);
      if (cart) keepDraft(cart, text);
    },
    refuse: setRefusal,
    done() {
      setDraft(undefined);
      if (cart) keepDraft(cart, undefined);
    },
  };
}

function readDraft(order: Order): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(order)) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepDraft(order: Order, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(keyOf(order));
    else sessionStorage.setItem(keyOf(order), text);
  } catch {
    // Then a reload loses it.
  }
}
