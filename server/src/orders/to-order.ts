import { toPounds } from '#contract/money.ts';
import { countTotals } from '#contract/order-totals.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import type { AddressRow } from '../addresses/table.ts';
import { toAddressCopy } from '../addresses/to-address.ts';
import { buyerName } from './buyer-name.ts';
import type { Line } from './list-lines.ts';
import type { OrderRow } from './table.ts';

/**
 * An order with its owner, the address chosen now and its lines; a completed one has a buyer and an address stored in
 * it.
 */
type WholeOrder = {
  order: OrderRow;
  owner: { firstName: string; lastName: string } | null;
  currentAddress: AddressRow | null;
  lines: Line[];
};

export function toOrder({ order, owner, currentAddress, lines }: WholeOrder): Order {
  const { totalPence, deliveryFeePence } = order.status === 'C' ? paidTotals(order) : countTotals(lines);
  return {
    id: order.id,
    buyer: order.buyer ?? (owner ? buyerName(owner) : ''),
    status: order.status,
    order_items: lines.map(toOrderItem),
    total_cost: toPounds(totalPence),
    delivery_fee: toPounds(deliveryFeePence),
    amount_to_pay: toPounds(totalPence + deliveryFeePence),
    text: order.text,
    shipping_address: order.shippingAddressId,
    address: order.status === 'C' ? order.address : currentAddress && toAddressCopy(currentAddress),
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

/** A constraint of the database refuses a completed order without them. */
function paidTotals({ totalPence, deliveryFeePence }: OrderRow) {
  return { totalPence: totalPence ?? 0, deliveryFeePence: deliveryFeePence ?? 0 };
}
