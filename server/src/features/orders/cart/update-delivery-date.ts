import type { UpdateDeliveryDate } from '#contract/cart.ts';
import type { Order } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { byFreshRules, requireDay } from '#server/features/delivery/require-day.ts';
import { readOwnOrder } from '../history/find-order.ts';
import { changeCart, lockCart } from './change-cart.ts';
import { listLimitedInCart } from './limited-bouquets.ts';
import { requireBouquetDays } from './require-bouquet-days.ts';

/** Chooses the delivery day, if an order placed now can still be promised for it; payment checks it again. */
export async function updateDeliveryDate(
  deps: Deps,
  shopper: Shopper,
  orderId: number,
  { delivery_date }: UpdateDeliveryDate,
): Promise<Order> {
  const { db, delivery } = deps;
  const choose = () =>
    db.transaction(async (tx) => {
      const cart = await lockCart(tx, shopper, orderId);
      const terms = delivery.terms();
      requireDay(delivery_date, terms);
      await requireBouquetDays(tx, await listLimitedInCart(tx, cart.id), delivery_date);
      if (delivery_date !== cart.deliveryDate) await changeCart(tx, cart, { deliveryDate: delivery_date });
      return readOwnOrder(tx, shopper, orderId, terms);
    });
  return byFreshRules(deps, choose);
}
