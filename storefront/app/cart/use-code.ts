import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { callApi } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { useFocusWhenShown } from '../ui/use-focus-when-shown.ts';
import { patch, showPatched } from './cart-query.ts';

export type CartCode = {
  busy: boolean;
  /** Why the shop did not take what was typed. */
  refusal: string | undefined;
  /** Resolves to whether the shop did it. An empty text takes the code off. */
  send: (typed: string) => Promise<boolean>;
  clearRefusal: () => void;
  /** Moves the focus to where the code goes on, once it is shown. */
  focusOn: (selector: string) => void;
};

/** Gives the cart a promo code, or takes it off. */
export function useCode({ id }: Order): CartCode {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const focusOn = useFocusWhenShown();
  return {
    busy,
    refusal,
    clearRefusal: () => setRefusal(undefined),
    focusOn,
    async send(typed) {
      if (busy) return false;
      setBusy(true);
      setRefusal(undefined);
      try {
        await showPatched(client, callApi(`/api/user/orders/${id}/update-code/`, patch({ code: typed })));
        return true;
      } catch (error) {
        setRefusal(fieldErrorsOf(error).code?.[0] ?? failureWords(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
