import { toPence, toPounds } from '#contract/money.ts';
import { countTotals } from '#contract/order-totals.ts';
import type { Order } from '#contract/orders.ts';

/** The cart as it will be once the shop has confirmed these changes. */
export function applyPendingChanges(
  cart: Order,
  quantities: ReadonlyMap<number, number>,
  removed: ReadonlySet<number>,
): Order {
  if (quantities.size === 0 && removed.size === 0) return cart;
  const order_items = cart.order_items
    .filter(({ id }) => !removed.has(id))
    .map((item) => ({ ...item, quantity: quantities.get(item.id) ?? item.quantity }));
  const totals = countTotals(order_items.map((item) => ({ ...item, pricePence: toPence(item.price) })));
  return {
    ...cart,
    order_items,
    total_cost: toPounds(totals.totalPence),
    delivery_fee: toPounds(totals.deliveryFeePence),
    amount_to_pay: toPounds(totals.amountPence),
  };
}

export const countUnits = (cart: Order): number => cart.order_items.reduce((sum, { quantity }) => sum + quantity, 0);
