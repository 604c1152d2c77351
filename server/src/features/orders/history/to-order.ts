import { toPounds } from '#contract/money.ts';
import type { CodeGives, Order, OrderItem, OrderStatus } from '#contract/orders.ts';
import { type CopiedAddress, toAddressCopy } from '#server/features/addresses/to-address.ts';
import type { PricedCart, Promotion } from '../cart/price-cart.ts';
import { buyerName } from '../letters/buyer-name.ts';
import type { Line } from '../list-lines.ts';
import { goodsOf, penceOf, type Sum, toOrderSums, totalOf } from '../list-sums.ts';
import type { Refund } from '../paid/refunds-of-order.ts';
import type { OrderRow } from '../table.ts';

type Owner = { firstName: string; lastName: string };
type Common = Pick<OrderRow, 'id' | 'text' | 'shippingAddressId' | 'deliveryDate'> &
  Pick<OrderRow, 'driverNote' | 'swapChoice' | 'nobodyIn'>;
type WholeCart = { cart: Common; owner: Owner; place: CopiedAddress | null; lines: Line[] } & PricedCart;
type WholeOrder = {
  order: Common &
    Pick<OrderRow, 'buyer' | 'stage' | 'address' | 'replacesOrderId'> &
    Pick<OrderRow, 'completedAt' | 'dispatchedAt' | 'deliveredAt'>;
  owner: Owner | null;
  lines: Line[];
  sums: Sum[];
  code: string | null;
  refunds: Refund[];
};

/** A cart as the API shows it: an order with status P, at the prices of this moment. */
export function toCart({ cart, owner, place, lines, sums, promotion }: WholeCart): Order {
  return {
    ...common(cart, lines),
    buyer: buyerName(owner),
    status: 'P',
    stage: null,
    ...toTotals(sums),
    ...toRefunds([]),
    address: place && toAddressCopy(place),
    completed_at: null,
    dispatched_at: null,
    delivered_at: null,
    replaces: null,
    being_paid: false,
    code: promotion?.code ?? null,
    code_problem: promotion?.problem ?? null,
    code_gives: promotion && toCodeGives(promotion),
  };
}

/** What the API calls an order, by how far it is. */
const statusOf = ({ stage }: Pick<OrderRow, 'stage'>): OrderStatus =>
  stage === 'awaiting payment' ? 'W' : stage === 'cancelled' ? 'X' : 'C';

/** An order as it was agreed. */
export function toOrder({ order, owner, lines, sums, code, refunds }: WholeOrder): Order {
  return {
    ...common(order, lines),
    buyer: order.buyer ?? (owner ? buyerName(owner) : ''),
    status: statusOf(order),
    stage: order.stage,
    ...toTotals(sums),
    ...toRefunds(refunds),
    address: order.address,
    completed_at: order.completedAt?.toISOString() ?? null,
    dispatched_at: order.dispatchedAt?.toISOString() ?? null,
    delivered_at: order.deliveredAt?.toISOString() ?? null,
    replaces: order.replacesOrderId,
    being_paid: order.stage === 'awaiting payment',
    code,
    code_problem: null,
    code_gives: null,
  };
}

const toTotals = (sums: readonly Sum[]) => ({
  total_cost: toPounds(goodsOf(sums)),
  delivery_fee: toPounds(penceOf(sums, 'delivery')),
  amount_to_pay: toPounds(totalOf(sums)),
  sums: toOrderSums(sums),
});

const toCodeGives = ({ kind, value, leastPence }: Promotion): CodeGives => ({
  kind,
  value: kind === 'pounds' ? toPounds(value) : value,
  least: leastPence === null ? null : toPounds(leastPence),
});

const toRefunds = (refunds: readonly Refund[]) => ({
  refunded: toPounds(refunds.reduce((sum, { pence }) => sum + pence, 0)),
  refunds: refunds.map(({ pence, reason, at }) => ({
    amount: toPounds(pence),
    reason,
    refunded_at: new Date(at).toISOString(),
  })),
});

const common = (row: Common, lines: Line[]) => ({
  id: row.id,
  order_items: lines.map(toOrderItem),
  text: row.text,
  driver_note: row.driverNote,
  swap_choice: row.swapChoice,
  nobody_in: row.nobodyIn,
  shipping_address: row.shippingAddressId,
  delivery_date: row.deliveryDate,
});

export function toOrderItem(line: Line): OrderItem {
  return {
    id: line.id,
    product: line.productId,
    size: line.size,
    quantity: line.quantity,
    price: toPounds(line.pricePence),
    price_when_added: line.addedPricePence === null ? null : toPounds(line.addedPricePence),
    name: line.name,
    picture: line.picture,
    availability: line.availability,
    extras: line.extras.map(({ id, name, pricePence, availability }) => ({
      id,
      name,
      price: toPounds(pricePence),
      availability,
    })),
  };
}
