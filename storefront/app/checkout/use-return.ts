import { useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import { failureWords } from '../api/failure-words.ts';
import { showToast } from '../ui/toast.tsx';
import { awaitPayment, capturePayment, findPaymentStatus } from './ask-payment.ts';
import { dropBegun, readBegun } from './begun-payment.ts';

type Given = {
  /** Undefined while it is not known. */
  cart: Order | null | undefined;
  /** Orders whose payment is being confirmed: these are watched elsewhere. */
  beingPaid: readonly Order[];
  search: URLSearchParams;
  onPaid: (orderId: number) => void;
  onNot: () => void;
};

type Return = { asking: boolean; askAgain: (() => void) | undefined };

/**
 * Finishes a payment for which the whole page went to the provider and came back, with its token in the address; and finds
 * one that was completed meanwhile, when the cart that was paid for is gone. `asking` while that is not known, and `askAgain`
 * once the page has stopped asking by itself.
 */
export function useReturn({ cart, beingPaid, search, onPaid, onNot }: Given): Return {
  const token = search.get('token');
  const isKnown = cart !== undefined;
  const begun = readBegun();
  const orderId = begun?.orderId ?? beingPaid[0]?.id ?? cart?.id;
  const isPending = [cart, ...beingPaid].some((order) => order?.id === begun?.orderId);
  const isLost = begun !== undefined && isKnown && !isPending && search.get('step') !== 'done';
  const [asking, setAsking] = useState(false);
  const [stopped, setStopped] = useState(false);
  const given = useRef({ onPaid, onNot });
  given.current = { onPaid, onNot };

  useEffect(() => {
    if (!isKnown || !orderId || !(token || isLost) || stopped) return;
    const gone = new AbortController();
    const conclude = ({ state, detail }: PaymentStatus) => {
      dropBegun();
      if (state === 'paid') return given.current.onPaid(orderId);
      if (!token) return;
      void showToast(detail);
      given.current.onNot();
    };
    const ask = async () => {
      setAsking(true);
      try {
        const status = await (token ? capturePayment(orderId, token) : findPaymentStatus(orderId)).catch(
          () => undefined,
        );
        const isOpen = !status || status.state === 'waiting';
        const known = isOpen ? await awaitPayment(orderId, gone.signal) : status;
        if (known) conclude(known);
        else setStopped(true);
      } catch (error) {
        if (gone.signal.aborted) return;
        dropBegun();
        if (token) {
          void showToast(failureWords(error), 'error');
          given.current.onNot();
        }
      }
      setAsking(false);
    };
    void ask();
    return () => gone.abort();
  }, [isKnown, orderId, token, isLost, stopped]);

  return {
    asking: asking || isLost || (token !== null && isKnown && orderId !== undefined),
    askAgain: stopped ? () => setStopped(false) : undefined,
  };
}
