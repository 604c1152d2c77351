import { useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import { ApiError } from '../api/api-error.ts';
import { awaitPayment, capturePayment, findPaymentStatus } from './fetch-payment.ts';
import { readStartedPayment } from './started-payment.ts';

type Given = {
  /** Undefined while it is not known. */
  cart: Order | null | undefined;
  /** Orders whose payment is being confirmed: these are watched elsewhere. */
  open: readonly Order[];
  search: URLSearchParams;
  onEnd: (orderId: number, status: PaymentStatus) => void;
  /** The token that came back belongs to nothing that is open any more, or it could not be found out. */
  onUnknown: (error: unknown) => void;
};

type Return = { asking: boolean; askAgain: (() => void) | undefined };

/**
 * Finishes a payment for which the whole page went to the provider and came back, with its token in the address; and finds
 * one that was completed meanwhile, when the cart that was paid for is gone. `asking` while that is not known, and `askAgain`
 * once the page has stopped asking by itself.
 */
export function useReturn({ cart, open, search, onEnd, onUnknown }: Given): Return {
  const token = search.get('token');
  const isKnown = cart !== undefined;
  const begun = readStartedPayment();
  const isWatched = [cart, ...open].some((order) => order?.id === begun?.orderId);
  const lost =
    begun !== undefined && isKnown && !isWatched && search.get('step') !== 'done' ? begun.orderId : undefined;
  const [asking, setAsking] = useState(false);
  const [stopped, setStopped] = useState(false);
  const given = useRef({ onEnd, onUnknown, candidates: [] as number[] });
  // The token says nothing of the order it is for. PayPal's own app may open another tab, which does not know it either.
  const ours = begun && (!token || begun.paypalId === token) ? [begun.orderId] : [];
  const candidates = [...new Set([...ours, ...open.map(({ id }) => id), ...(cart ? [cart.id] : [])])];
  given.current = { onEnd, onUnknown, candidates };

  useEffect(() => {
    if (!isKnown || !(token || lost) || stopped) return;
    const gone = new AbortController();
    const ask = async () => {
      setAsking(true);
      try {
        const found = token ? await captureFirst(given.current.candidates, token) : { orderId: lost as number };
        const status = found.status ?? (await findPaymentStatus(found.orderId).catch(() => undefined));
        const isOpen = !status || status.state === 'waiting';
        const known = isOpen ? await awaitPayment(found.orderId, gone.signal) : status;
        if (gone.signal.aborted) return;
        if (known) given.current.onEnd(found.orderId, known);
        else setStopped(true);
      } catch (error) {
        if (!gone.signal.aborted && token) given.current.onUnknown(error);
      }
      setAsking(false);
    };
    void ask();
    return () => {
      gone.abort();
      setAsking(false);
    };
  }, [isKnown, token, lost, stopped]);

  // With another cart in sight only a return from the provider takes its place.
  const isAlone = !cart?.order_items.length;
  return {
    asking: (token !== null && isKnown) || (isAlone && (asking || lost !== undefined)),
    askAgain: stopped ? () => setStopped(false) : undefined,
  };
}

/** Has the token captured for the order it belongs to; another order does not know it. */
async function captureFirst(
  orderIds: readonly number[],
  token: string,
): Promise<{ orderId: number; status?: PaymentStatus }> {
  let unknown: unknown = new ApiError(404, undefined);
  for (const orderId of orderIds) {
    try {
      return { orderId, status: await capturePayment(orderId, token) };
    } catch (error) {
      // The answer is lost, not the payment: it is looked up from now on.
      if (!(error instanceof ApiError && error.status === 404)) return { orderId };
      unknown = error;
    }
  }
  throw unknown;
}
