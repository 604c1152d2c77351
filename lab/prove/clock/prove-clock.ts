import type { Order } from '#contract/orders.ts';
import { createCustomer, listOnSale } from '../../rig/customer.ts';
import { type HttpClient, openHttpClient } from '../../rig/http-client.ts';
import type { Line, Proof } from '../proof.ts';
import { openTestEnvironment, SHOP, type TestEnvironment } from '../test-environment.ts';
import { computeDays } from './compute-days.ts';
import { INSTANTS, ZONES } from './instants.ts';
import { jump } from './jumps.ts';
import { fetchDelivery, openOnTime, type ShopOnTime } from './shop-clock.ts';

const FIRST_TIME = '2026-01-05T09:00:00.000Z';

/** The promised day depends on noon in London, whatever the machine's time zone is and however its clock jumps. */
export const clock: Proof = {
  name: 'clock',
  about: 'noon in London on plain days and on those when clocks change, in three time zones; a clock that jumps',
  async prove(_wish, log) {
    const lines = ZONES.map(compareRule);
    await using env = await openTestEnvironment();
    using client = openHttpClient({ origin: SHOP, maxSockets: 4, timeoutMs: 20_000 });
    for (const zone of ZONES) {
      const shop = await openOnTime(env, zone, FIRST_TIME);
      const [{ id: product } = { id: 0 }] = await listOnSale(client);
      lines.push(await compareShop(env, shop, client, product, zone));
      log(`a shop in ${zone}: ${lines.at(-1)?.lost.length} of ${INSTANTS.length} instants wrong`);
      if (zone === ZONES.at(-1)) lines.push(...(await jump(env, shop, client, product)));
      await shop.kill();
    }
    return { lines };
  },
};

function compareRule(zone: string): Line {
  const { zone: where, days } = computeDays(zone);
  const lost = where === zone ? [] : [`The machine is in ${where}.`];
  for (const [number, { at, wall, ...expected }] of INSTANTS.entries()) {
    const [is, should] = [days[number], { ...expected, listAgrees: true }].map((one) => JSON.stringify(sorted(one)));
    if (is !== should) lost.push(`${at}: ${is}, not ${should}`);
  }
  return { what: `the rule in ${zone}`, tried: INSTANTS.length, faults: 0, lost };
}

const sorted = (one: object | undefined) =>
  Object.entries(one ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));

/** What the shop answers at each instant, and which day it stores for an order that is paid for then. */
async function compareShop(
  env: TestEnvironment,
  shop: ShopOnTime,
  client: HttpClient,
  product: number,
  zone: string,
): Promise<Line> {
  const lost: string[] = [];
  for (const { at, day, orderBy, cutOffPassed } of INSTANTS) {
    await shop.set(at, true);
    const expected = { now: at, day, order_by: orderBy, cut_off_passed: cutOffPassed };
    const [is, should] = [await fetchDelivery(), expected].map((one) => JSON.stringify(one));
    if (is !== should) lost.push(`${at}: ${is}, not ${should}`);
    const customer = await createCustomer(client);
    const id = await customer.buy(env.provider, { product });
    const order = await customer.call<Order>(200, 'GET', `/api/user/orders/${id}/`);
    if (order.delivery_date !== day || order.completed_at !== at) {
      lost.push(`paid at ${at}: completed ${order.completed_at} for ${order.delivery_date}, not ${day}`);
    }
  }
  return { what: `a shop in ${zone}`, tried: 2 * INSTANTS.length, faults: 0, lost };
}
