import { countDiscount, sayTooLittle } from '#contract/discount.ts';
import { type Pence, toPence, toPounds } from '#contract/money.ts';
import { countTotals } from '#contract/order-totals.ts';
import type { Order, OrderSum } from '#contract/orders.ts';

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
    ...countAgain(cart, totals),
  };
}

type Goods = { totalPence: Pence; deliveryFeePence: Pence };

/** The sums as the shop will count them. What else is paid for the day stays, as long as there is something to deliver. */
function countAgain(cart: Order, { totalPence, deliveryFeePence }: Goods) {
  const counted: Partial<Record<OrderSum['kind'], Pence>> = { goods: totalPence, delivery: deliveryFeePence };
  const sums = cart.sums
    .filter(({ kind }) => kind !== 'discount' && (totalPence > 0 || kind in counted))
    .map((sum) => ({ ...sum, amount: toPounds(counted[sum.kind] ?? toPence(sum.amount)) }));
  const amountPence = sums.reduce((total, { amount }) => total + toPence(amount), 0);
  const { discountPence, code_problem } = countCode(cart, totalPence, deliveryFeePence, amountPence);
  return {
    sums: discountPence > 0 ? [...sums, toDiscount(cart, discountPence)] : sums,
    amount_to_pay: toPounds(amountPence - discountPence),
    code_problem,
  };
}

const toDiscount = ({ code }: Order, pence: Pence): OrderSum => ({
  kind: 'discount',
  label: `Code ${code}`,
  amount: -toPounds(pence),
});

/** By the shop's rule. Whether the code is still good for another reason, the shop alone knows. */
function countCode({ code, code_gives, ...cart }: Order, goodsPence: Pence, deliveryPence: Pence, amountPence: Pence) {
  const { code_problem } = cart;
  if (code === null || code_gives === null || goodsPence === 0) return { discountPence: 0, code_problem };
  const { kind, value, least } = code_gives;
  const leastPence = toPence(least ?? 0);
  const wasTooLittle = code_problem === sayTooLittle(code, leastPence, toPence(cart.total_cost));
  if (code_problem !== null && !wasTooLittle) return { discountPence: 0, code_problem };
  if (goodsPence < leastPence) return { discountPence: 0, code_problem: sayTooLittle(code, leastPence, goodsPence) };
  const discount = { kind, value: kind === 'pounds' ? toPence(value) : value };
  return { discountPence: countDiscount(discount, { goodsPence, deliveryPence, amountPence }), code_problem: null };
}

export const countUnits = (cart: Order): number => cart.order_items.reduce((sum, { quantity }) => sum + quantity, 0);
