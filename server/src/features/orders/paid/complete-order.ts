import { countSold } from '#server/features/catalogue/count-sold.ts';
import { collectionDay } from '#server/features/delivery/collection-day.ts';
import { BY_PAYPAL } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import type { OrderRow } from '../table.ts';
import { moveOrder } from './move-order.ts';
import type { Purchase } from './read-purchase.ts';

type Completion = { completedAt: Date; deliveryDate: string };

/** It is paid for: the day is promised, and the bouquets count as sold. The order must be locked. */
export async function completeOrder(
  tx: Transaction,
  order: OrderRow,
  { items }: Pick<Purchase, 'items'>,
  { completedAt, deliveryDate }: Completion,
): Promise<OrderRow> {
  const change = {
    completedAt,
    deliveryDate,
    // Money that came late buys another day than the one that was placed.
    ...(deliveryDate !== order.deliveryDate && {
      collectedOn: collectionDay(deliveryDate, order.address?.postal_code ?? ''),
    }),
  };
  const completed = await moveOrder(tx, order, { to: 'to tie', at: completedAt, ...BY_PAYPAL, change });
  await countSold(tx, items);
  return completed;
}
