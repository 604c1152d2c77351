import { countDiscount, sayTooLittle } from '#contract/discount.ts';
import { type Pence, toPence, toPounds } from '#contract/money.ts';
import { chargedExtras, countExtras, countTotals, type PricedLine, priceExtras } from '#contract/order-totals.ts';
import type { Order, OrderItem, OrderSum } from '#contract/orders.ts';

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
  return { ...cart, order_items, ...countAgain(cart, order_items.map(toPricedLine)) };
}

const extraIds = ({ extras }: OrderItem) => String(extras.map(({ id }) => id));
const isSameChoice = (left: OrderItem, right: OrderItem) =>
  left.product === right.product && left.size === right.size && extraIds(left) === extraIds(right);

/** The cart with a line as the shop has answered it. One that has become the same as another has taken it in. */
export function withItem(cart: Order, changed: OrderItem): Order {
  const order_items = cart.order_items
    .filter((item) => item.id === changed.id || !isSameChoice(item, changed))
    .map((item) => (item.id === changed.id ? changed : item));
  // Totals are counted again by the same rule.
  return applyPendingChanges({ ...cart, order_items }, new Map([[changed.id, changed.quantity]]), new Set());
}

const toPricedLine = ({ price, extras, quantity, availability }: Order['order_items'][number]): PricedLine => ({
  pricePence: toPence(price),
  extrasPence: priceExtras(chargedExtras(extras)),
  quantity,
  availability,
});

/** The sums as the shop will count them. Fee and surcharge stay as the shop has told them; with nothing to buy there are none. */
function countAgain(cart: Order, lines: PricedLine[]) {
  const surcharge = cart.sums.find(({ kind }) => kind === 'surcharge');
  const totals = countTotals(lines, {
    // A cart of which nothing could be bought has no fee yet: then it is the usual one, until the shop has answered.
    ...(cart.total_cost > 0 && { feePence: toPence(cart.delivery_fee) }),
    ...(surcharge && { surchargePence: toPence(surcharge.amount) }),
  });
  const { totalPence, deliveryFeePence, amountPence } = totals;
  const extrasPence = countExtras(lines);
  const counted: Partial<Record<OrderSum['kind'], Pence | undefined>> = {
    goods: totalPence - extrasPence,
    extras: extrasPence || undefined,
    delivery: deliveryFeePence,
    surcharge: totals.surchargePence,
  };
  const sums = cart.sums.flatMap((sum): OrderSum[] => {
    const pence = counted[sum.kind];
    return pence === undefined ? [] : [{ ...sum, amount: toPounds(pence) }];
  });
  const { discountPence, code_problem } = countCode(cart, totalPence, deliveryFeePence, amountPence);
  return {
    total_cost: toPounds(totalPence),
    delivery_fee: toPounds(deliveryFeePence),
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
