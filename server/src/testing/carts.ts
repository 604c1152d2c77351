import type { Registered } from '#contract/accounts.ts';
import type { SavedAddress } from '#contract/addresses.ts';
import type { Order } from '#contract/orders.ts';
import type { Size } from '#contract/sizes.ts';
import { carts } from '#server/features/orders/cart/table.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { completeOrder } from '#server/features/orders/paid/complete-order.ts';
import { placeOrder } from '#server/features/orders/paid/place-order.ts';
import { readCart, readOrder } from '#server/features/orders/paid/read-purchase.ts';
import { orders } from '#server/features/orders/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;
type Line = { product: number; size?: Size; quantity?: number; extras?: number[] };

export const ADDRESS = { city: 'London', street_address: '4 Marigold Lane', apartment_address: 'Flat 2' };

/** The id of a bouquet of the demonstration catalogue. */
export async function productId(shop: Shop, name: string): Promise<number> {
  const { rows } = await shop.deps.db.execute<{ id: number }>(sql`select id from products where name = ${name}`);
  if (!rows[0]) throw new Error(`There is no bouquet called ${name}.`);
  return rows[0].id;
}

/** Adds lines to someone's cart, and returns the whole cart. */
export async function fillCart(shop: Shop, { access }: Registered, lines: Line[]): Promise<Order> {
  const response = await shop.call('POST', '/api/user/orders/', { token: access, body: { order_items: lines } });
  if (response.status !== 201) throw new Error(`Filling a cart was answered ${response.status}: ${response.body}`);
  return response.json();
}

/** An address of someone's own. */
export async function addAddressFor(shop: Shop, { access }: Registered, changes: object = {}): Promise<SavedAddress> {
  const response = await shop.call('POST', '/api/user/profile/address/', {
    token: access,
    body: { ...ADDRESS, ...changes },
  });
  if (response.status !== 201) throw new Error(`Adding an address was answered ${response.status}: ${response.body}`);
  return response.json();
}

/** Completes an order as a payment does. */
export async function completeCart(shop: Shop, orderId: number, deliveryDate = '2026-11-17'): Promise<void> {
  const at = shop.deps.clock.now();
  const terms = shop.deps.delivery.terms();
  await shop.deps.db.transaction(async (tx) => {
    const [cart] = await tx.select().from(carts).where(eq(carts.id, orderId)).for('update');
    const order = cart ? await placeOrder(tx, cart, await readCart(tx, cart, terms), at) : await lockOrder(tx, orderId);
    await completeOrder(tx, order, await readOrder(tx, order), { completedAt: at, deliveryDate });
  });
}

/** Makes a cart an order that awaits its payment, as a capture does. */
export async function awaitPaymentOfCart(shop: Shop, orderId: number): Promise<void> {
  await shop.deps.db.transaction(async (tx) => {
    const [cart] = await tx.select().from(carts).where(eq(carts.id, orderId)).for('update');
    const terms = shop.deps.delivery.terms();
    if (cart) await placeOrder(tx, cart, await readCart(tx, cart, terms), terms.now);
  });
}

/** Which version of a cart there is: one more with every change. */
export async function versionOf(shop: Shop, orderId: number): Promise<number> {
  const [cart] = await shop.deps.db.select({ version: carts.version }).from(carts).where(eq(carts.id, orderId));
  const [order] = await shop.deps.db.select({ version: orders.version }).from(orders).where(eq(orders.id, orderId));
  const version = cart?.version ?? order?.version;
  if (version === undefined) throw new Error(`There is no order ${orderId}.`);
  return version;
}
