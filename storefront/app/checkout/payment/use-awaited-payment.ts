import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PaymentStatus } from '#contract/payments.ts';
import { invalidateCart } from '../../cart/cart-query.ts';
import { awaitPayment } from './fetch-payment.ts';

/** Polls the outcome of a payment. Once polling has ended without one, returns a function that starts it again. */
export function useAwaitedPayment(
  orderId: number | undefined,
  onEnd: (orderId: number, status: PaymentStatus) => void,
): (() => void) | undefined {
  const client = useQueryClient();
  const end = useRef(onEnd);
  end.current = onEnd;
  const [stopped, setStopped] = useState(false);

  useEffect(() => {
    if (!orderId || stopped) return;
    const unmounted = new AbortController();
    const stop = () => {
      if (unmounted.signal.aborted) return;
      setStopped(true);
      void invalidateCart(client);
    };
    awaitPayment(orderId, unmounted.signal).then((status) => {
      if (unmounted.signal.aborted) return;
      if (status) end.current(orderId, status);
      else stop();
    }, stop);
    return () => unmounted.abort();
  }, [orderId, stopped, client]);

  return stopped ? () => setStopped(false) : undefined;
}
