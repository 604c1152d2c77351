import { useState } from 'react';
import type { Order } from '#contract/orders.ts';

const keyOf = (order: Order) => `gift_note_${order.id}`;

export type NoteDraft = {
  text: string;
  /** The text that is not saved yet. */
  unsaved: string | undefined;
  refusal: string | undefined;
  change: (text: string) => void;
  refuse: (reason: string) => void;
  /** Called when it is saved: from then on the order's text is shown. */
  done: () => void;
};

/** The gift note while it is written. Saved with Check Out Now or at checkout; until then it survives a reload. */
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
      if (cart) storeDraft(cart, text);
    },
    refuse: setRefusal,
    done() {
      setDraft(undefined);
      if (cart) storeDraft(cart, undefined);
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

function storeDraft(order: Order, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(keyOf(order));
    else sessionStorage.setItem(keyOf(order), text);
  } catch {
    // Storage is forbidden: a reload loses the draft.
  }
}
