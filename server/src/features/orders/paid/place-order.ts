import type { Size } from '#contract/sizes.ts';
import { VAT_PERCENT } from '#contract/vat.ts';
import { collectionDay } from '#server/features/delivery/collection-day.ts';
import { BY_BUYER } from '#server/features/staff/done-by.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { type CartRow, carts } from '../cart/table.ts';
import { eventPart } from '../record-event.ts';
import { type OrderRow, orderItems, orderSums, orders } from '../table.ts';
import type { Purchase } from './read-purchase.ts';

/** Copied inside the database, since nothing else needs it. */
const recipeOf = (productId: number, size: Size) => sql`(
  select coalesce(product_sizes.stems, products.stems) from products
  left join product_sizes on product_sizes.product_id = products.id and product_sizes.size = ${size}
  where products.id = ${productId})`;

/** Prices contain VAT once the owner has given a VAT number. */
const VAT_AS_IT_IS = {
  vatNumber: sql<string | null>`(select vat_number from shop_details)`,
  vatPercent: sql<
    number | null
  >`(select case when vat_number is null then null else ${VAT_PERCENT}::smallint end from shop_details)`,
};

/**
 * A cart becomes an order that awaits its payment, under the same number: lines, names, prices, recipes, sums and address are copied,
 * so that what is captured is what was approved, and the person can fill another cart meanwhile. The person and the cart must
 * be locked, the purchase read from the cart since, and a place taken on its day.
 */
export async function placeOrder(tx: Transaction, cart: CartRow, purchase: Purchase, at: Date): Promise<OrderRow> {
  if (purchase.orderId !== cart.id || purchase.version !== cart.version)
    throw new Error('The purchase is not that of the cart.');
  const { id, userId, version, text, shippingAddressId, promoCodeId, driverNote, swapChoice, nobodyIn, createdAt } =
    cart;
  const placed = tx.$with('placed').as(
    tx
      .insert(orders)
      .values({
        id,
        userId,
        version,
        text,
        shippingAddressId,
        promoCodeId,
        driverNote,
        swapChoice,
        nobodyIn,
        createdAt,
        deliveryDate: purchase.day,
        ...(purchase.day && { collectedOn: collectionDay(purchase.day, purchase.address?.postal_code ?? '') }),
        dayChosen: cart.deliveryDate !== null,
        ...VAT_AS_IT_IS,
        stage: 'awaiting payment',
        buyer: purchase.buyer.name,
        address: purchase.address,
      })
      .returning(),
  );
  const lines = tx.$with('lines').as(
    tx
      .insert(orderItems)
      .values(
        purchase.items.map(({ id, productId, size, quantity, addedPricePence, pricePence, name, picture, extras }) => ({
          id,
          productId,
          size,
          quantity,
          addedPricePence,
          pricePence,
          name,
          picture,
          orderId: cart.id,
          stems: recipeOf(productId, size),
          extras: extras.map(({ id, name, pricePence }) => ({ id, name, pricePence })),
        })),
      )
      .returning({ id: orderItems.id }),
  );
  const sums = tx.$with('sums').as(
    tx
      .insert(orderSums)
      .values(purchase.sums.map((sum) => ({ ...sum, orderId: cart.id })))
      .returning({ kind: orderSums.kind }),
  );
  const event = eventPart(tx, cart.id, [{ at, ...BY_BUYER, what: 'placed', after: 'awaiting payment' }]);
  // Its lines go with it.
  const emptied = tx.$with('emptied').as(tx.delete(carts).where(eq(carts.id, cart.id)).returning({ id: carts.id }));
  // One statement: no part is left out, though none but the first is read.
  const [order] = await tx.with(placed, lines, sums, event, emptied).select().from(placed);
  return order as OrderRow;
}
