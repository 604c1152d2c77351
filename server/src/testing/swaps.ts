import type { Registered } from '#contract/accounts.ts';
import type { Ticket } from '#contract/desk.ts';
import type { MakeSwap } from '#contract/desk-swaps.ts';
import { buyFlowers, takePhoto } from './claims.ts';
import { linkTo } from './people.ts';
import { employ } from './staff.ts';
import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;

/** The first flower of an order's recipe, two of which are missing; roses go in. */
export async function missTwo(
  shop: Shop,
  orderId: number,
  headers: Record<string, string>,
): Promise<Pick<MakeSwap, 'item' | 'flower' | 'count' | 'instead'>> {
  const ticket: Ticket = (await shop.get(`/api/desk/orders/${orderId}/ticket/`, headers)).json();
  const [line] = ticket.lines;
  const [stem] = line?.recipe ?? [];
  return { item: line?.id ?? 0, flower: stem?.flower ?? '', count: 2, instead: 'White rose' };
}

/** A buyer who was asked about a missing flower, with a photo; `key` is that of the letter. */
export async function askAboutSwap(shop: Shop, owner?: Registered) {
  const { person, order } = await buyFlowers(shop, { day: '2026-11-17', ...(owner && { owner }) });
  const { headers } = await employ(shop, ['florist']);
  const photo = (await takePhoto()).toString('base64');
  const body = { ...(await missTwo(shop, order.id, headers)), ask: true, photo };
  const made = await shop.post(`/api/desk/orders/${order.id}/swaps/`, body, headers);
  if (made.status !== 201) throw new Error(`Asking was answered ${made.status}: ${made.body}`);
  const key = new URL(await linkTo(shop, person.user.email)).pathname.split('/').at(-1) ?? '';
  return { person, order, headers, swap: made.json() as { id: number }, key };
}
