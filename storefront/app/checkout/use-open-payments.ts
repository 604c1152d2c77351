import { useEffect, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { useCartsAwaitingPayment } from '../cart/cart-query.ts';

type OpenPayments = { open: readonly Order[]; tell: (orderId: number) => void };

/**
 * What is being paid for, until its outcome has been told: the list of orders may know that a payment has ended before
 * whoever asks about it does.
 */
export function useOpenPayments(): OpenPayments {
  const beingPaid = useCartsAwaitingPayment();
  const [seen, setSeen] = useState<readonly Order[]>([]);

  useEffect(() => {
    setSeen((before) => [...before.filter(({ id }) => beingPaid.every((order) => order.id !== id)), ...beingPaid]);
  }, [beingPaid]);

  return { open: seen, tell: (orderId) => setSeen((before) => before.filter(({ id }) => id !== orderId)) };
}
