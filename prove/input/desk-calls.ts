import pMap from 'p-map';
import { addDays, londonDay } from '#contract/delivery.ts';
import type { Run } from '#contract/runs.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { fillDay, signInStaff } from '#server/testing/fill-day.ts';
import type { Known } from '#server/testing/hostile-input/make-value.ts';
import type { Operation } from '#server/testing/hostile-input/read-document.ts';
import type { HttpClient } from '../../bench/http-client.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

/** It never ends. */
const LINE = '/api/desk/live/';
const ORDERS = 40;

export type AtDesk = { headers: { cookie: string; origin: string }; known: Known };

/** The calls that somebody who is signed in at the desk can send. */
export const listDeskCalls = (operations: Operation[]): Operation[] =>
  operations.filter(({ path }) => path.startsWith('/api/desk/') && path !== LINE);

/** Somebody who may do everything at the desk, with a day of orders, a run, a colleague, and the ids of all of them. */
export async function signInAtDesk(env: TestEnvironment, client: HttpClient): Promise<AtDesk> {
  const day = londonDay(new Date());
  const [owner, colleague] = await Promise.all([
    signInStaff(env.database(), 'Wren Adeyemi', ['owner', 'florist', 'driver']),
    signInStaff(env.database(), 'Robin Daly', ['driver']),
  ]);
  const headers = { cookie: `${DESK_COOKIE}=${owner.cookie}`, origin: SHOP };
  const orders = await fillDay(env.database(), { day, count: ORDERS });
  const number = 1 + Math.floor(Math.random() * 99);
  const made = await client.send({ path: '/api/desk/runs/', headers, body: { day, number, leaves_at: '11:00' } });
  const run = (JSON.parse(made.text) as Run).id;
  await client.send({ path: `/api/desk/runs/${run}/stops/`, headers, body: { orders: orders.slice(0, 20) } });
  const listIds = async (query: string, values: unknown[] = []) =>
    (await env.query<{ id: number }>(query, values)).map(({ id }) => id);
  const items = await listIds('select id from order_items where order_id = any($1)', [orders]);
  const [claims, reviews, swaps] = await pMap(['claims', 'reviews', 'swaps'], (table) =>
    listIds(`select id from ${table} order by id desc limit 20`),
  );
  const flowers = await env.query<{ name: string }>(
    "select distinct stem ->> 'flower' as name from products, jsonb_array_elements(stems) as stem limit 20",
  );
  const days = [day, addDays(day, 1), addDays(day, -1)];
  const known: Known = {
    ...{ orderId: orders, orders, ids: [orders.slice(0, 3).join(',')], item: items, runId: [run], run: [run] },
    ...{ claimId: claims ?? [], reviewId: reviews ?? [], swapId: swaps ?? [], id: [colleague.id, owner.id] },
    ...{ day: days, driver: [owner.id, colleague.id, null], flower: flowers.map(({ name }) => name) },
  };
  return { headers, known };
}
