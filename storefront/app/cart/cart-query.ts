import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Order, OrderList } from '#contract/orders.ts';
import { callApi, getJson } from '../api/client.ts';
import { pollingPause } from '../api/polling-pause.ts';
import { followCart, keepCart } from './cart-store.ts';
import { resendChanges } from './resend-changes.ts';

const CART = ['cart'];
const BEING_PAID = ['being-paid'];
const NONE: Order[] = [];
/** Since when something is being paid for, as far as this page knows. */
let payingSince: number | undefined;

/** The cart, or null. Asked for again when another tab has changed it, and when one comes back to this one. */
export function useCart() {
  const client = useQueryClient();
  useEffect(() => followCart(() => reloadCart(client)), [client]);
  return useQuery({
    queryKey: CART,
    queryFn: () => fetchCart(client),
    // Less and less often while a payment is open; whoever comes back to the page has it asked for anyway.
    refetchInterval: () => (payingSince === undefined ? false : (pollingPause(Date.now() - payingSince) ?? false)),
  });
}

/** What was the cart until it was paid for, and PayPal has not confirmed it yet; told together with the cart. */
export function useBeingPaid(): readonly Order[] {
  return useQuery<Order[]>({ queryKey: BEING_PAID, queryFn: () => NONE, enabled: false, initialData: NONE }).data;
}

async function fetchCart(client: QueryClient): Promise<Order | null> {
  // What was pressed on the page before belongs into it.
  await resendChanges();
  const pending = OrderList.parse(await getJson('/api/user/orders/?status=P'));
  const cart = pending.find((order) => !order.being_paid);
  const beingPaid = pending.filter((order) => order.being_paid);
  keepCart(cart);
  payingSince = beingPaid.length > 0 ? (payingSince ?? Date.now()) : undefined;
  client.setQueryData(BEING_PAID, beingPaid);
  return cart ?? null;
}

export const reloadCart = (client: QueryClient) => client.invalidateQueries({ queryKey: CART });

/** The cart as the shop last told it. */
export const heldCart = (client: QueryClient) => client.getQueryData<Order | null>(CART);

/** Writes what the shop confirmed into what is shown, for this tab and, as a number, for all. */
export function keepInCart(client: QueryClient, change: (cart: Order) => Order): void {
  // What was asked before the change would bring the old state back.
  void client.cancelQueries({ queryKey: CART });
  const cart = client.setQueryData<Order | null>(CART, (before) => before && change(before));
  if (cart) keepCart(cart);
}

/** Changes one thing about the order as a whole, even if the page is left meanwhile. */
export async function changeOrder(client: QueryClient, path: string, body: object): Promise<void> {
  const order = Order.parse(await callApi(path, { method: 'PATCH', body, keepalive: true }));
  keepInCart(client, () => order);
}
