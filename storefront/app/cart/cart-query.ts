import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Order, OrderList } from '#contract/orders.ts';
import { callApi, getJson } from '../api/client.ts';
import { pollingPause } from '../api/polling-pause.ts';
import { followCart, keepCart } from './cart-store.ts';
import { resendChanges } from './resend-changes.ts';

const CART = ['cart'];
/** Since when the cart is being paid for, as far as this page knows. */
let heldSince: number | undefined;

/** The pending order, or null. Asked again when another tab has changed it, and when one comes back to this one. */
export function useCart() {
  const client = useQueryClient();
  useEffect(() => followCart(() => reloadCart(client)), [client]);
  return useQuery({
    queryKey: CART,
    queryFn: fetchCart,
    // Less and less often while a payment holds it; whoever comes back to the page has it asked for anyway.
    refetchInterval: () => (heldSince === undefined ? false : (pollingPause(Date.now() - heldSince) ?? false)),
  });
}

async function fetchCart(): Promise<Order | null> {
  // What was pressed on the page before belongs into it.
  await resendChanges();
  const [cart] = OrderList.parse(await getJson('/api/user/orders/?status=P'));
  keepCart(cart);
  heldSince = cart?.being_paid ? (heldSince ?? Date.now()) : undefined;
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
