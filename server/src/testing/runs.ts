import type { Registered } from '#contract/accounts.ts';
import type { OrderStage } from '#contract/orders.ts';
import type { Run } from '#contract/runs.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { moveOrder } from '#server/features/orders/paid/move-order.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { addAddressFor, completeCart, fillCart, productId } from './carts.ts';
import { registerSomeone } from './people.ts';
import type { employ } from './staff.ts';
import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;
type Employee = Awaited<ReturnType<typeof employ>>;
export const TODAY = '2026-11-16';

/** An order for today that was paid for, to a postcode; with a note for the driver. */
export async function orderTo(
  shop: Shop,
  postal_code: string,
  { day = TODAY, owner, stage = 'to tie' }: { day?: string; owner?: Registered; stage?: OrderStage } = {},
): Promise<{ id: number; person: Registered }> {
  const person = owner ?? (await registerSomeone(shop));
  const { id } = await fillCart(shop, person, [{ product: await productId(shop, 'Tearoom') }]);
  const phone = '07700 900142';
  const address = await addAddressFor(shop, person, { postal_code, recipient_name: 'Nell Whitcombe', phone });
  const token = person.access;
  const path = `/api/user/orders/${id}`;
  await shop.call('PATCH', `${path}/update-text/`, { token, body: { text: 'With love' } });
  await shop.call('PATCH', `${path}/update-shipping-address/`, { token, body: { shipping_address: address.id } });
  await completeCart(shop, id, day);
  await shop.deps.db.execute(sql`update orders set driver_note = 'Blue door', nobody_in = 'porch' where id = ${id}`);
  if (stage !== 'to tie') await setStage(shop, id, stage);
  return { id, person };
}

/** Moves an order on as the bench would. */
export async function setStage(shop: Shop, id: number, to: OrderStage): Promise<void> {
  await shop.deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    await moveOrder(tx, order, { to, at: shop.deps.clock.now(), ...onCommandLine('Hana Okafor') });
  });
}

/** A run with these stops, in this order. */
export async function makeTestRun(
  shop: Shop,
  { headers }: Employee,
  stops: number[],
  { day = TODAY, number = 1, driver }: { day?: string; number?: number; driver?: Employee } = {},
): Promise<Run> {
  const made: Run = (
    await shop.call('POST', '/api/desk/runs/', { headers, body: { day, number, leaves_at: '11:00' } })
  ).json();
  if (driver) await shop.call('PATCH', `/api/desk/runs/${made.id}/`, { headers, body: { driver: driver.id } });
  for (const order of stops)
    await shop.call('POST', `/api/desk/runs/${made.id}/stops/`, { headers, body: { orders: [order] } });
  return { ...made, driver: driver ? { id: driver.id, name: driver.name } : null };
}
