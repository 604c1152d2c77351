import { MAX_LINES_PER_ORDER, MAX_UNITS_PER_LINE } from '#contract/limits.ts';
import { ANNOUNCE_PLACES } from '#server/features/delivery/count-places.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, or, sql } from '#server/platform/database/drizzle.ts';
import { changeCart, lockCartOf } from '../cart/change-cart.ts';
import { type CartRow, carts, orderNumbers } from '../cart/table.ts';
import { type OrderRow, orders } from '../table.ts';

/** The ids of what goes with a line `here` of an order, as a line of a cart stores them. */
const EXTRA_IDS = sql`array(
  select (extra -> 'id')::integer from jsonb_array_elements(here.extras) as extra order by 1)`;

/**
 * No money came: the order is a cart again, under its own number, at the catalogue's prices. If another cart was begun
 * meanwhile, the lines go there. The person and the order must be locked.
 */
export async function returnToCart(tx: Transaction, order: OrderRow): Promise<void> {
  if (order.stage !== 'awaiting payment' || order.userId === null) return;
  const other = await lockCartOf(tx, order.userId);
  if (other) await mergeInto(tx, order, other);
  else await makeCart(tx, order, order.userId);
  // With the row goes its place on the day.
  await tx.delete(orders).where(eq(orders.id, order.id)).returning({ announced: ANNOUNCE_PLACES });
}

async function makeCart(tx: Transaction, order: OrderRow, userId: number): Promise<void> {
  const { id, text, shippingAddressId, promoCodeId, driverNote, swapChoice, nobodyIn, version, createdAt } = order;
  const deliveryDate = chosenDay(order);
  await tx.insert(carts).values({
    id,
    userId,
    text,
    shippingAddressId,
    deliveryDate,
    promoCodeId,
    version,
    createdAt,
    driverNote,
    swapChoice,
    ...(nobodyIn && { nobodyIn }),
  });
  await tx.execute(sql`
    insert into cart_items (id, cart_id, product_id, size, quantity, extras, added_price_pence)
    select id, order_id, product_id, size, quantity, ${EXTRA_IDS}, added_price_pence
    from order_items as here where order_id = ${id}`);
}

/** A day that was promised and not chosen is no choice of the cart either. */
const chosenDay = ({ deliveryDate, dayChosen }: OrderRow) => (dayChosen ? deliveryDate : null);

/** As far as a cart can hold them; note, address, day and code come along where the cart has none. */
async function mergeInto(tx: Transaction, order: OrderRow, cart: CartRow): Promise<void> {
  await tx.execute(sql`
    update cart_items as there set
      quantity = least(there.quantity + here.quantity, ${MAX_UNITS_PER_LINE}::integer)
    from order_items as here
    where there.cart_id = ${cart.id} and here.order_id = ${order.id}
      and here.product_id = there.product_id and here.size = there.size and there.extras = ${EXTRA_IDS}`);
  await tx.execute(sql`
    insert into cart_items (cart_id, product_id, size, quantity, extras, added_price_pence)
    select ${cart.id}, here.product_id, here.size, here.quantity, ${EXTRA_IDS}, here.added_price_pence
    from order_items as here
    where here.order_id = ${order.id} and not exists (
      select from cart_items as there
      where there.cart_id = ${cart.id} and there.product_id = here.product_id and there.size = here.size
        and there.extras = ${EXTRA_IDS})
    order by here.id
    limit greatest(0, ${MAX_LINES_PER_ORDER}::integer - (select count(*) from cart_items where cart_id = ${cart.id}))`);
  const isSameDoor = cart.shippingAddressId === null || cart.shippingAddressId === order.shippingAddressId;
  await changeCart(tx, cart, {
    text: cart.text || order.text,
    // Words about a door go to no other one.
    driverNote: cart.driverNote || (isSameDoor ? order.driverNote : ''),
    // Whoever wanted to be asked once is asked.
    swapChoice: order.swapChoice === 'ask' ? 'ask' : cart.swapChoice,
    nobodyIn: (cart.shippingAddressId === null && order.nobodyIn) || cart.nobodyIn,
    shippingAddressId: cart.shippingAddressId ?? order.shippingAddressId,
    deliveryDate: cart.deliveryDate ?? chosenDay(order),
    promoCodeId: cart.promoCodeId ?? order.promoCodeId,
  });
  // What had been merged into this one earlier goes along, so that every number leads to the cart in one step.
  await tx
    .update(orderNumbers)
    .set({ mergedIntoId: cart.id })
    .where(or(eq(orderNumbers.id, order.id), eq(orderNumbers.mergedIntoId, order.id)));
}
