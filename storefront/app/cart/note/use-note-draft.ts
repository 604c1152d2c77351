import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { dropNoteDraft, readNoteDraft, storeNoteDraft } from './note-draft-store.ts';

export type NoteDraft = {
  text: string;
  /** The text that is not saved yet. */
  unsaved: string | undefined;
  refusal: string | undefined;
  change: (text: string) => void;
  refuse: (reason: string) => void;
  /** Called when this text is saved: from then on the order's is shown, unless more was typed meanwhile. */
  done: (saved: string) => void;
};

/** The gift note while it is written. Saved with Check Out Now or at checkout; until then this browser has it. */
export function useNoteDraft(cart: Order | null): NoteDraft {
  const [draft, setDraft] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const typed = draft ?? (cart ? readNoteDraft(cart.id) : undefined);
  return {
    text: typed ?? cart?.text ?? '',
    unsaved: typed === cart?.text ? undefined : typed,
    refusal,
    change(text) {
      setDraft(text);
      setRefusal(undefined);
      if (cart) storeNoteDraft(cart.id, text);
    },
    refuse: setRefusal,
    done(saved) {
      setDraft((now) => (now === saved ? undefined : now));
      if (cart && readNoteDraft(cart.id) === saved) dropNoteDraft();
    },
  };
}
