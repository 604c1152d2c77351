import type { Product } from '#contract/products.ts';
import { type HttpClient, openHttpClient } from '../http-client.ts';
import { join } from '../member.ts';
import type { Line, Proof } from '../proof.ts';
import { openTestEnvironment, type TestEnvironment } from '../test-environment.ts';
import { INSTANTS, ZONES } from './instants.ts';
import { jump } from './jumps.ts';
import { askDelivery, openOnTime, type ShopOnTime } from './shop-clock.ts';
import { tellDays } from './tell-days.ts';

const FIRST_TIME = '2026-01-05T09:00:00.000Z';

/** The promise of a day goes by London's noon, wherever the machine thinks it is and however its clock jumps. */
export const clock: Proof = {
  name: 'clock',
  about: 'noon in London on plain days and on those when clocks change, in three time zones; a clock that jumps',
  async prove(_wish, say) {
    const lines = ZONES.map(compareRule);
    const place = await openTestEnvironment();
    const asker = openHttpClient({ atOnce: 4, patienceMs: 20_000 });
    for (const zone of ZONES) {
      const shop = await openOnTime(place, zone, FIRST_TIME);
      const product = await findProduct(asker);
      lines.push(await compareShop(place, shop, asker, product, zone));
      say(`a shop in ${zone}: ${lines.at(-1)?.lost.length} of ${INSTANTS.length} instants wrong`);
      if (zone === ZONES.at(-1)) lines.push(...(await jump(place, shop, asker, product)));
      await shop.kill();
    }
    asker.close();
    await place.close();
    return { lines };
  },
};

/** The rule itself, as browsers and the shop use it. */
function compareRule(zone: string): Line {
  const { zone: where, told } = tellDays(zone);
  const lost = where === zone ? [] : [`The machine is in ${where}.`];
  for (const [place, { at, wall, ...expected }] of INSTANTS.entries()) {
    const [is, should] = [told[place], { ...expected, listAgrees: true }].map((one) => JSON.stringify(sorted(one)));
    if (is !== should) lost.push(`${at}: ${is}, not ${should}`);
  }
  return { what: `the rule in ${zone}`, tried: INSTANTS.length, faults: 0, lost };
}

const sorted = (one: object | undefined) =>
  Object.entries(one ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));

/** What the shop says at each instant, and which day it writes down for an order that is paid for then. */
async function compareShop(
  place: TestEnvironment,
  shop: ShopOnTime,
  asker: HttpClient,
  product: number,
  zone: string,
): Promise<Line> {
  const lost: string[] = [];
  for (const { at, day, orderBy, cutOffPassed } of INSTANTS) {
    await shop.set(at, true);
    const expected = { now: at, day, order_by: orderBy, cut_off_passed: cutOffPassed };
    const [is, should] = [await askDelivery(), expected].map((one) => JSON.stringify(one));
    if (is !== should) lost.push(`${at}: ${is}, not ${should}`);
    const order = await (await join(asker)).buy(place, product);
    if (order.delivery_date !== day || order.completed_at !== at) {
      lost.push(`paid at ${at}: completed ${order.completed_at} for ${order.delivery_date}, not ${day}`);
    }
  }
  return { what: `a shop in ${zone}`, tried: 2 * INSTANTS.length, faults: 0, lost };
}

async function findProduct(asker: HttpClient): Promise<number> {
  const { text } = await asker.ask({ method: 'GET', path: '/api/products/?limit=100' });
  const list = JSON.parse(text) as Product[];
  return (list.find(({ availability }) => availability === 'on_sale') as Product).id;
}
