import { nextDelivery } from '#contract/delivery.ts';
import type { Transaction } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { listLines } from './list-lines.ts';
import { type OrderRow, orderItems, orders } from './table.ts';
import { toOrderInLetter } from './to-order-in-letter.ts';

export type Replacement = { order: number; delivery_date: string };

/**
 * The same flowers once more, to the same address with the same note, on the next delivery day and for free; the
 * florist gets a ticket as for any order. Nothing counts as sold. The user and the order must be locked, and the order
 * completed.
 */
export async function replaceOrder(
  { clock, config, mail }: Pick<Deps, 'clock' | 'config' | 'mail'>,
  tx: Transaction,
  order: OrderRow,
  claim: number,
): Promise<Replacement> {
  const now = clock.now();
  const deliveryDate = nextDelivery(now).day;
  const [made] = await tx
    .insert(orders)
    .values({
      userId: order.userId,
      status: 'C',
      text: order.text,
      shippingAddressId: order.shippingAddressId,
      deliveryDate,
      createdAt: now,
      completedAt: now,
      buyer: order.buyer,
      address: order.address,
      totalPence: 0,
      deliveryFeePence: 0,
      replacesOrderId: order.id,
    })
    .returning();
  // An insert without a conflict clause returns its row.
  const replacement = made as OrderRow;
  await copyItems(tx, order.id, replacement.id);
  await mail.post(tx, {
    kind: 'order-to-tie',
    to: config.shopEmail,
    firstName: '',
    buyer: order.buyer ?? '',
    order: toOrderInLetter(replacement, await listLines(tx, [replacement.id]), 'florist'),
    replaces: { order: order.id, claim },
  });
  return { order: replacement.id, delivery_date: deliveryDate };
}

async function copyItems(tx: Transaction, from: number, to: number): Promise<void> {
  const items = await listLines(tx, [from]);
  await tx.insert(orderItems).values(
    items.map(({ productId, quantity, name, picture }) => ({
      orderId: to,
      productId,
      quantity,
      name,
      picture,
      pricePence: 0,
    })),
  );
}
