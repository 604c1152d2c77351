import type { Registered } from '#contract/accounts.ts';
import type { Order } from '#contract/orders.ts';
import { loadSharp } from '#server/features/catalogue/pictures/load-sharp.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { addAddressFor, completeCart, fillCart, productId } from './carts.ts';
import { registerSomeone } from './people.ts';
import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;
type Part = string | Buffer;

/** An even red, in any format sharp writes. */
export async function takePhoto(format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' = 'jpeg', width = 64, height = 48) {
  const sharp = await loadSharp();
  return sharp({ create: { width, height, channels: 3, background: '#c04a5a' } })
    .toFormat(format)
    .toBuffer();
}

let flowers: Promise<Buffer> | undefined;

/** A photo in which flowers can be seen. */
export function takeFlowerPhoto(): Promise<Buffer> {
  flowers ??= loadSharp().then((sharp) =>
    sharp('catalogue/pictures/tearoom-close.avif').resize({ width: 320 }).jpeg().toBuffer(),
  );
  return flowers;
}

/** A form with parts in this order, as a browser would send it; bytes are files. */
export function fillClaim(parts: [name: string, value: Part][]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'photo.jpg');
  }
  return form;
}

/** The same as one piece, for requests that are not sent by fetch. */
export async function writeForm(form: FormData): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const written = new Response(form);
  const type = written.headers.get('content-type') ?? '';
  return { body: Buffer.from(await written.arrayBuffer()), headers: { 'content-type': type } };
}

/** A completed order with an address and a note, for someone new or for the person given. */
export async function buyFlowers(
  shop: Shop,
  { day = '2026-11-16', owner, bouquets = ['Tearoom'] }: { day?: string; owner?: Registered; bouquets?: string[] } = {},
): Promise<{ person: Registered; order: Order }> {
  const person = owner ?? (await registerSomeone(shop));
  const token = person.access;
  const lines = await Promise.all(
    bouquets.map(async (name) => ({ product: await productId(shop, name), quantity: 2 })),
  );
  const { id } = await fillCart(shop, person, lines);
  const address = await addAddressFor(shop, person, { recipient_name: 'Nell Whitcombe' });
  await shop.call('PATCH', `/api/user/orders/${id}/update-text/`, { token, body: { text: 'With love\nfrom us' } });
  const path = `/api/user/orders/${id}/update-shipping-address/`;
  await shop.call('PATCH', path, { token, body: { shipping_address: address.id } });
  await completeCart(shop, id, day);
  return { person, order: (await shop.call('GET', `/api/user/orders/${id}/`, { token })).json() };
}

/** The same, and they have arrived. Nobody has reported damage to the same door lately. */
export async function receiveFlowers(shop: Shop, wanted: Parameters<typeof buyFlowers>[1] = {}) {
  const bought = await buyFlowers(shop, wanted);
  const at = shop.deps.clock.now().toISOString();
  await shop.deps.db.execute(sql`update orders set stage = 'delivered', dispatched_at = ${at}, delivered_at = ${at}
    where id = ${bought.order.id}`);
  await shop.deps.db.execute(sql`delete from claim_keys`);
  return bought;
}
