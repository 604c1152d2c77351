import { addDays, londonDay } from '#contract/delivery.ts';
import type { Bouquet } from '#contract/desk-catalogue.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import type { Run } from '#contract/runs.ts';
import { DESK_COOKIE } from '#contract/staff.ts';
import { fillDay, signInStaff } from '#server/testing/fill-day.ts';
import type { Known } from '#server/testing/hostile-input/make-value.ts';
import type { Operation } from '#server/testing/hostile-input/read-document.ts';
import type { HttpClient } from '../../rig/http-client.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

/** It never ends. */
const LINE = '/api/desk/live/';
const ORDERS = 40;

export type AtDesk = { headers: { cookie: string; origin: string }; known: Known };

/** The calls that somebody who is signed in at the desk can send. */
export const listDeskCalls = (operations: Operation[]): Operation[] =>
  operations.filter(({ path }) => path.startsWith('/api/desk/') && path !== LINE);

/** Somebody who may do everything at the desk, with a day of orders, a run, a colleague, and the ids of all there is. */
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
  const known = {
    ...(await listKnown(env, client, headers, orders)),
    runId: [run],
    run: [run],
    person: [owner.id, colleague.id],
    id: [colleague.id, owner.id],
    driver: [owner.id, colleague.id, null],
  };
  return { headers, known };
}

/** What can be named at the desk, as an owner reads it. */
export async function listKnown(
  env: TestEnvironment,
  client: HttpClient,
  headers: AtDesk['headers'],
  orders: number[],
): Promise<Known> {
  const day = londonDay(new Date());
  const read = async (path: string) => JSON.parse((await client.send({ path, headers })).text);
  const days = [day, addDays(day, 1), addDays(day, -1), addDays(day, 9)];
  return {
    orderId: orders,
    orders,
    order: orders,
    ids: [orders.slice(0, 3).join(',')],
    day: days,
    from: days,
    to: days,
    delivery_date: days,
    month: [day.slice(0, 7)],
    cut_off: ['12:00', null],
    ...(await listIds(env, orders)),
    ...(await knowOrder(read, orders[0] as number)),
    ...(await knowBouquet(env, read)),
    ...(await knowShop(env)),
  };
}

/** Rows that are named by their ids. */
async function listIds({ query }: TestEnvironment, orders: number[]): Promise<Known> {
  const list = async (text: string, values: unknown[] = []) =>
    (await query<{ id: unknown }>(text, values)).map(({ id }) => id);
  const newest = (table: string) => list(`select id from ${table} order by id desc limit 20`);
  // A photo of which no picture could be made, to be tried again.
  await query(`insert into product_photos (sent_at, state, reason, original) select now(), 'failed', 'No photo', 'none'
    where not exists (select from product_photos where state = 'failed')`);
  return {
    claimId: await newest('claims'),
    reviewId: await newest('reviews'),
    swapId: await newest('swaps'),
    customerId: await newest('users'),
    photoId: await newest('product_photos'),
    item: await list('select id from order_items where order_id = any($1)', [orders]),
    letterId: await list('select id from letters where order_id = any($1) limit 20', [orders]),
  };
}

type Read = (path: string) => Promise<unknown>;

/** What a change or a refund of an order names of the page on which it was pressed. */
async function knowOrder(read: Read, id: number): Promise<Known> {
  const { money } = (await read(`/api/desk/orders/${id}/`)) as DeskOrder;
  const parts = money.parts.map(({ key }) => key);
  return { left: [money.left], parts: [parts, parts.slice(0, 1)], amount: [1, 0.01, 2.5] };
}

/** One bouquet as it is, so that it can be saved; and another that can be added. */
async function knowBouquet({ query }: TestEnvironment, read: Read): Promise<Known> {
  const [product] = await query<{ id: number }>('select id from products order by random() limit 1');
  const { id, version, price, stems, pictures } = (await read(`/api/desk/catalogue/${product?.id}/`)) as Bouquet;
  const flowers = await query<{ name: string }>(
    "select distinct stem ->> 'flower' as name from products, jsonb_array_elements(stems) as stem limit 20",
  );
  const catalogue = await read('/api/desk/catalogue/file/?format=json');
  return {
    productId: [id],
    version: [version],
    price: [price, 36.5],
    seen: [0, price],
    stems: [stems],
    pictures: [pictures.map((picture) => ({ id: picture.id, alt: picture.alt }))],
    large: [null],
    grand: [null],
    standard_picture: [null],
    available_from: [null],
    available_until: [null],
    item_code: [`ML-${100_000 + Math.floor(Math.random() * 900_000)}`],
    occasions: [['birthday']],
    flower: flowers.map(({ name }) => name),
    text: [JSON.stringify(catalogue), 'With love', 'She rang.'],
  };
}

/** A promo code that there is, and settings that can be set. */
async function knowShop({ query }: TestEnvironment): Promise<Known> {
  await query(`insert into promo_codes (code, kind, value, created_at) values ('DESK10', 'percent', 10, now())
    on conflict do nothing`);
  return {
    code: ['DESK10', `NEW${Math.floor(Math.random() * 1e6)}`],
    value: [10],
    least: [20, null],
    fee: [3, 0, null],
    holds: [0, 40, null],
    surcharge: [2, null],
    florist_refund: [20, null],
    claims_at_once: [0, 200, null],
    van_districts: [['E8', 'E9'], null],
    postcode: ['E8 3PN'],
    phone: ['020 7946 0000', ''],
    company_number: ['12345678', ''],
    vat_number: ['GB123456789', ''],
    find: ['ada', 'E8', 'day1'],
    q: ['ada', 'E8 3', 'mare street', '1'],
    before: ['1', '100', '999999999.999'],
    kind: ['percent', 'free delivery', 'export takings'],
  };
}
