import type { AddItem, OrderItem } from '#contract/orders.ts';
import type { Shopper } from '../accounts/access-token.ts';
import type { Deps } from '../deps.ts';
import { findLine } from './find-line.ts';
import { takeCart } from './lock-order.ts';
import { putItem } from './put-item.ts';
import { toOrderItem } from './to-order.ts';

/** One more of a bouquet already in the cart lands on the same line. A cart being paid for cannot change. */
export async function addItem({ db }: Deps, shopper: Shopper, orderId: number, wanted: AddItem): Promise<OrderItem> {
  return db.transaction(async (tx) => {
    const cart = await takeCart(tx, shopper, orderId);
    const itemId = await putItem(tx, cart, wanted);
    return toOrderItem(await findLine(tx, orderId, itemId));
  });
}
