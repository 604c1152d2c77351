import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Order, OrderList } from '#contract/orders.ts';
import { getJson } from '../api/client.ts';
import { withQuery } from '../api/with-query.ts';
import { storeCart, subscribeToCart } from './cart-store.ts';
import { resendChanges } from './lines/resend-changes.ts';

const PENDING = ['pending-orders'];

/** The cart, and former carts whose payment PayPal has not confirmed yet. */
type Pending = { cart: Order | null; beingPaid: readonly Order[] };

async function fetchPending(signal: AbortSignal): Promise<Pending> {
  // Changes that were made on the page before belong into the cart.
  await resendChanges();
  const pending = OrderList.parse(await getJson(withQuery('/api/user/orders/', { status: 'P,W' })));
  signal.throwIfAborted();
  const cart = pending.find(({ status }) => status === 'P');
  storeCart(cart);
  return { cart: cart ?? null, beingPaid: pending.filter(({ status }) => status === 'W') };
}

const usePending = <T>(select: (pending: Pending) => T, enabled = true) =>
  useQuery({ queryKey: PENDING, queryFn: ({ signal }) => fetchPending(signal), select, enabled });

const toCart = ({ cart }: Pending) => cart;
const toBeingPaid = ({ beingPaid }: Pending) => beingPaid;
const NONE: readonly Order[] = [];

/** The cart, or null. Fetched again when another tab has changed it, and when this tab is shown again. */
export function useCart() {
  const client = useQueryClient();
  useEffect(() => subscribeToCart(() => invalidateCart(client)), [client]);
  return usePending(toCart);
}

export const useCartsAwaitingPayment = (isWanted = true): readonly Order[] =>
  usePending(toBeingPaid, isWanted).data ?? NONE;

export const invalidateCart = (client: QueryClient) => client.invalidateQueries({ queryKey: PENDING });

/** The cart as last fetched. */
export const cachedCart = (client: QueryClient) => client.getQueryData<Pending>(PENDING)?.cart;

/** Writes a confirmed change into the cached cart, and into the summary that all tabs share. */
export function updateCachedCart(client: QueryClient, change: (cart: Order) => Order): void {
  // A response to an earlier request would bring the old state back.
  void client.cancelQueries({ queryKey: PENDING });
  const pending = client.setQueryData<Pending>(
    PENDING,
    (before) => before && { ...before, cart: before.cart && change(before.cart) },
  );
  if (pending?.cart) storeCart(pending.cart);
}

/** How a property of the order is changed. The request survives leaving the page. */
export const patch = <Body>(body: Body) => ({ method: 'PATCH', body, keepalive: true }) as const;

/** Shows the order that a change of it is answered with. */
export async function showPatched(client: QueryClient, patched: Promise<Order>): Promise<void> {
  const order = Order.parse(await patched);
  updateCachedCart(client, () => order);
}
