import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Order, OrderList } from '#contract/orders.ts';
import { callApi, getJson } from '../api/client.ts';
import { followCart, storeCart } from './cart-store.ts';
import { resendChanges } from './resend-changes.ts';

const PENDING = ['pending-orders'];

/** The cart, and what was the cart until it was paid for: PayPal has not confirmed that yet. */
type Pending = { cart: Order | null; beingPaid: readonly Order[] };

async function fetchPending(signal: AbortSignal): Promise<Pending> {
  // What was pressed on the page before belongs into it.
  await resendChanges();
  const pending = OrderList.parse(await getJson('/api/user/orders/?status=P'));
  signal.throwIfAborted();
  const cart = pending.find((order) => !order.being_paid);
  storeCart(cart);
  return { cart: cart ?? null, beingPaid: pending.filter((order) => order.being_paid) };
}

const usePending = <T>(select: (pending: Pending) => T) =>
  useQuery({ queryKey: PENDING, queryFn: ({ signal }) => fetchPending(signal), select });

const toCart = ({ cart }: Pending) => cart;
const toBeingPaid = ({ beingPaid }: Pending) => beingPaid;
const NONE: readonly Order[] = [];

/** The cart, or null. Asked for again when another tab has changed it, and when one comes back to this one. */
export function useCart() {
  const client = useQueryClient();
  useEffect(() => followCart(() => reloadCart(client)), [client]);
  return usePending(toCart);
}

export const useCartsAwaitingPayment = (): readonly Order[] => usePending(toBeingPaid).data ?? NONE;

export const reloadCart = (client: QueryClient) => client.invalidateQueries({ queryKey: PENDING });

/** The cart as the shop last told it. */
export const cachedCart = (client: QueryClient) => client.getQueryData<Pending>(PENDING)?.cart;

/** Writes what the shop confirmed into what is shown, for this tab and, as a number, for all. */
export function cacheCart(client: QueryClient, change: (cart: Order) => Order): void {
  // What was asked before the change would bring the old state back.
  void client.cancelQueries({ queryKey: PENDING });
  const pending = client.setQueryData<Pending>(
    PENDING,
    (before) => before && { ...before, cart: before.cart && change(before.cart) },
  );
  if (pending?.cart) storeCart(pending.cart);
}

/** Changes one thing about the order as a whole, even if the page is left meanwhile. */
export async function changeOrder(client: QueryClient, path: string, body: object): Promise<void> {
  const order = Order.parse(await callApi(path, { method: 'PATCH', body, keepalive: true }));
  cacheCart(client, () => order);
}
