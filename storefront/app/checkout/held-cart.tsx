import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { reloadCart } from '../cart/cart-query.ts';
import { showToast } from '../ui/toast.tsx';
import { awaitPayment } from './ask-payment.ts';
import { WaitingForPayment } from './waiting-for-payment.tsx';

type Props = {
  order: Order | null;
  /** Somebody else asks already how it went. */
  checking: boolean;
  /** Has them ask again, once they have stopped. */
  onAsk: (() => void) | undefined;
  onPaid: (orderId: number) => void;
};

/** A payment for this cart is being confirmed, begun here or elsewhere. The cart waits for the outcome. */
export function HeldCart({ order, checking, onAsk, onPaid }: Props) {
  const client = useQueryClient();
  const paid = useRef(onPaid);
  paid.current = onPaid;
  const orderId = checking ? undefined : order?.id;
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

  return (
    <div className="max-w-[40rem]">
      <WaitingForPayment
        words="PayPal has not confirmed your payment yet. We are asking again; nothing is charged twice. Please keep this page open."
        onAsk={stopped ? () => setStopped(false) : onAsk}
      />
    </div>
  );
}
