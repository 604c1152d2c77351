import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reloadCart } from '../cart/cart-query.ts';
import { showToast } from '../ui/toast.tsx';
import { awaitPayment } from './ask-payment.ts';

/** Asks how a payment went until it is known. What it returns asks again, once the page has stopped asking by itself. */
export function useAwaitedPayment(
  orderId: number | undefined,
  onPaid: (orderId: number) => void,
): (() => void) | undefined {
  const client = useQueryClient();
  const paid = useRef(onPaid);
  paid.current = onPaid;
  const [stopped, setStopped] = useState(false);

  useEffect(() => {
    if (!orderId || stopped) return;
    const gone = new AbortController();
    awaitPayment(orderId, gone.signal)
      .then((status) => {
        if (gone.signal.aborted) return;
        if (!status) return setStopped(true);
        if (status.state === 'paid') return paid.current(orderId);
        void showToast(status.detail);
        return reloadCart(client);
      })
      .catch(() => reloadCart(client));
    return () => gone.abort();
  }, [orderId, stopped, client]);

  return stopped ? () => setStopped(false) : undefined;
}
