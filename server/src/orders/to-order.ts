import { toPounds } from '#contract/money.ts';
import { countTotals } from '#contract/order-totals.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import type { AddressRow } from '../addresses/table.ts';
import { toPlace } from '../addresses/to-address.ts';
import type { Line } from './list-lines.ts';
import { nameOf } from './name-of.ts';
import type { OrderRow } from './table.ts';

/** An order with who has it, where it would go now and what is in it; a completed one carries its own. */
type WholeOrder = {
  order: OrderRow;
  owner: { firstName: string; lastName: string } | null;
  place: AddressRow | null;
  lines: Line[];
};

export function toOrder({ order, owner, place, lines }: WholeOrder): Order {
  const { totalPence, deliveryFeePence } = order.status === 'C' ? paidTotals(order) : countTotals(lines);
  return {
    id: order.id,
    buyer: order.buyer ?? (owner ? nameOf(owner) : ''),
    status: order.status,
    order_items: lines.map(toOrderItem),
    total_cost: toPounds(totalPence),
    delivery_fee: toPounds(deliveryFeePence),
    amount_to_pay: toPounds(totalPence + deliveryFeePence),
    text: order.text,
    shipping_address: order.shippingAddressId,
    address: order.status === 'C' ? order.address : place && toPlace(place),
    delivery_date: order.deliveryDate,
    completed_at: order.completedAt?.toISOString() ?? null,
    dispatched_at: order.dispatchedAt?.toISOString() ?? null,
    delivered_at: order.deliveredAt?.toISOString() ?? null,
    replaces: order.replacesOrderId,
    being_paid: order.frozenAt !== null,
  };
}

export function toOrderItem(line: Line): OrderItem {
  return {
    id: line.id,
    product: line.productId,
    quantity: line.quantity,
    price: toPounds(line.pricePence),
    price_when_added: line.addedPricePence === null ? null : toPounds(line.addedPricePence),
    name: line.name,
    picture: line.picture,
    availability: line.availability,
  };
}

/** The database holds no completed order without them. */
function paidTotals({ totalPence, deliveryFeePence }: OrderRow) {
  return { totalPence: totalPence ?? 0, deliveryFeePence: deliveryFeePence ?? 0 };
}
