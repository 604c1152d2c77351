import type { Day } from '#contract/day.ts';
import type { Deps } from '#server/deps.ts';
import { collectionDay } from '#server/features/delivery/collection-day.ts';
import { BY_SHOP, type DoneBy } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { orderNumbers } from '../cart/table.ts';
import { toOrderInLetter } from '../letters/to-order-in-letter.ts';
import { listLines } from '../list-lines.ts';
import { listSums } from '../list-sums.ts';
import { recordEvent } from '../record-event.ts';
import { type OrderRow, orderSums, orders } from '../table.ts';
import { takeNextDay } from './take-next-day.ts';

export type Replacement = { order: number; delivery_date: string };

/** The claim that it is for, if there is one; and the day, if somebody chose it and has taken the place. */
type Chosen = { claim: number | null; day?: Day; by?: DoneBy };

/**
 * The same flowers once more, to the same address with the same note, on the next delivery day that has room for them and for
 * free, or on a day that was chosen; the florist gets a ticket as for any order. Nothing counts as sold. The user and the order must
 * be locked, and the order completed.
 */
export async function replaceOrder(
  { clock, config, mail }: Pick<Deps, 'clock' | 'config' | 'mail'>,
  tx: Transaction,
  order: OrderRow,
  { claim, day: chosen, by = BY_SHOP }: Chosen,
): Promise<Replacement> {
  const now = clock.now();
  const { day, lacks } = chosen
    ? { day: chosen, lacks: null }
    : await takeNextDay(tx, { now, lines: await listLines(tx, [order.id]) });
  const [number] = await tx.insert(orderNumbers).values({}).returning();
  const id = (number as { id: number }).id;
  const { userId, text, shippingAddressId, buyer, address, driverNote, swapChoice, nobodyIn } = order;
  const [made] = await tx
    .insert(orders)
    .values({
      id,
      userId,
      text,
      shippingAddressId,
      buyer,
      address,
      driverNote,
      swapChoice,
      nobodyIn,
      stage: 'to tie',
      version: 1,
      deliveryDate: day,
      collectedOn: collectionDay(day, address?.postal_code ?? ''),
      createdAt: now,
      completedAt: now,
      replacesOrderId: order.id,
    })
    .returning();
  await copyItems(tx, order.id, id);
  await tx.insert(orderSums).values([
    { orderId: id, kind: 'goods', label: 'Flowers', pence: 0 },
    { orderId: id, kind: 'delivery', label: 'Delivery', pence: 0 },
  ]);
  await recordEvent(tx, id, { at: now, ...by, what: 'placed', after: 'to tie' });
  const lines = await listLines(tx, [id]);
  await mail.post(tx, {
    kind: 'order-to-tie',
    to: config.shopEmail,
    firstName: '',
    buyer: buyer ?? '',
    order: toOrderInLetter(made as OrderRow, lines, await listSums(tx, id), 'florist'),
    replaces: { order: order.id, claim },
    lacks,
  });
  return { order: id, delivery_date: day };
}

/** Lines of carts and of orders are counted together. */
async function copyItems(tx: Transaction, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    insert into order_items (id, order_id, product_id, size, quantity, price_pence, name, picture, stems, extras)
    select nextval(pg_get_serial_sequence('cart_items', 'id')), ${to}, product_id, size, quantity, 0, name, picture, stems,
      (select coalesce(jsonb_agg(extra || '{"pricePence": 0}'), '[]') from jsonb_array_elements(extras) as extra)
    from order_items where order_id = ${from} order by id`);
}
