import { useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import { ApiError } from '../../api/api-error.ts';
import { awaitPayment, capturePayment, findPaymentStatus } from './fetch-payment.ts';
import { clearStartedPayment, readStartedPayment } from './started-payment.ts';

type Options = {
  /** Undefined until it is fetched. */
  cart: Order | null | undefined;
  /** Orders whose payment is being confirmed: useAwaitedPayment polls these. */
  open: readonly Order[];
  search: URLSearchParams;
  onEnd: (orderId: number, status: PaymentStatus) => void;
  /** Called when the token belongs to no open order, or the outcome could not be fetched. */
  onUnknown: (error: unknown) => void;
};

type PaymentReturn = { isChecking: boolean; checkAgain: (() => void) | undefined };

/**
 * Captures a payment when the provider has sent the whole page back, with its token in the address. Also finds the
 * outcome of a started payment whose order is no longer the cart. `isChecking` until the outcome is known; `checkAgain`
 * once polling has ended.
 */
export function usePaymentReturn({ cart, open, search, onEnd, onUnknown }: Options): PaymentReturn {
  const token = search.get('token');
  const isKnown = cart !== undefined;
  const begun = readStartedPayment();
  const isWatched = [cart, ...open].some((order) => order?.id === begun?.orderId);
  const lost =
    begun !== undefined && isKnown && !isWatched && search.get('step') !== 'done' ? begun.orderId : undefined;
  const [checking, setChecking] = useState(false);
  const [stopped, setStopped] = useState(false);
  // The token does not name its order. PayPal's app may open another tab, which has no started payment stored.
  const ours = begun && (!token || begun.paypalId === token) ? [begun.orderId] : [];
  const candidates = [...new Set([...ours, ...open.map(({ id }) => id), ...(cart ? [cart.id] : [])])];
  const latest = useRef({ onEnd, onUnknown, candidates });
  latest.current = { onEnd, onUnknown, candidates };

  useEffect(() => {
    if (!isKnown || stopped) return;
    const unmounted = new AbortController();
    const check = async (find: () => Promise<Found>) => {
      setChecking(true);
      try {
        const found = await find();
        const status = found.status ?? (await findPaymentStatus(found.orderId).catch(() => undefined));
        const isOpen = !status || status.state === 'waiting';
        const known = isOpen ? await awaitPayment(found.orderId, unmounted.signal) : status;
        if (unmounted.signal.aborted) return;
        if (known) latest.current.onEnd(found.orderId, known);
        else setStopped(true);
      } catch (error) {
        if (unmounted.signal.aborted) return;
        if (token) latest.current.onUnknown(error);
        // Of an order that is not one's own, or no more, there is nothing to wait for.
        else if (lost && error instanceof ApiError && error.status === 404) clearStartedPayment(lost);
        else setStopped(true);
      }
      setChecking(false);
    };
    if (token) void check(() => captureFirst(latest.current.candidates, token));
    else if (lost) void check(async () => ({ orderId: lost }));
    else return;
    return () => {
      unmounted.abort();
      setChecking(false);
    };
  }, [isKnown, token, lost, stopped]);

  // A cart with bouquets stays on the page, unless the provider has sent the page back.
  const isAlone = !cart?.order_items.length;
  return {
    isChecking: (token !== null && isKnown) || (isAlone && (checking || lost !== undefined)),
    checkAgain: stopped ? () => setStopped(false) : undefined,
  };
}

type Found = { orderId: number; status?: PaymentStatus };

/** Captures the payment of the order that the token belongs to; for the others the shop answers 404. */
async function captureFirst(orderIds: readonly number[], token: string): Promise<Found> {
  let unknown: unknown = new ApiError(404, undefined);
  for (const orderId of orderIds) {
    try {
      return { orderId, status: await capturePayment(orderId, token) };
    } catch (error) {
      // The response is lost, not the payment: its status is polled from now on.
      if (!(error instanceof ApiError && error.status === 404)) return { orderId };
      unknown = error;
    }
  }
  throw unknown;
}
