import { useEffect, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { useCartsAwaitingPayment } from '../../cart/cart-query.ts';

type OpenPayments = { open: readonly Order[]; markShown: (orderId: number) => void };

/**
 * Orders whose payment is being confirmed, until their outcome has been shown: the list of orders may drop one before
 * the poll of its status has the outcome.
 */
export function useOpenPayments(): OpenPayments {
  const beingPaid = useCartsAwaitingPayment();
  const [seen, setSeen] = useState<readonly Order[]>([]);

  useEffect(() => {
    setSeen((before) => [...before.filter(({ id }) => beingPaid.every((order) => order.id !== id)), ...beingPaid]);
  }, [beingPaid]);

  return { open: seen, markShown: (orderId) => setSeen((before) => before.filter(({ id }) => id !== orderId)) };
}
