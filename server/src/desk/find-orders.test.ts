import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FindOrders, type FoundOrders } from '#contract/desk-find-orders.ts';
import { type OrderRow, orderSearch, orders } from '#server/features/orders/table.ts';
import { eq, inArray, sql } from '#server/platform/database/drizzle.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { findOrders } from './find-orders.ts';
import { toTerms } from './search-patterns.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let flora: Awaited<ReturnType<typeof employ>>;
let buyer: Awaited<ReturnType<typeof registerSomeone>>;
let order: number;

const ADDRESS = {
  country: 'GB',
  city: 'York',
  street_address: '12 Gillygate',
  apartment_address: 'Flat 3',
  address_type: 'S',
  postal_code: 'YO31 7EQ',
  phone: '+44 (0)7700 900-142',
  recipient_name: 'Noémi Håkansson',
};

beforeAll(async () => {
  shop = await openTestShop();
  flora = await employ(shop, ['florist'], 'Flora Reed');
  buyer = await registerSomeone(shop);
  await fillDay(shop.connectionString, { day: '2026-11-17', count: 60 });
  [order = 0] = await fillDay(shop.connectionString, { day: '2026-11-20', count: 1, buyer: buyer.user.id });
  await shop.deps.db.update(orders).set({ address: ADDRESS, buyer: 'Tom O’Whitby' }).where(eq(orders.id, order));
});
afterAll(() => shop.close());

const find = async (params: Record<string, string>): Promise<FoundOrders> =>
  (await shop.get(`/api/desk/orders/?${new URLSearchParams(params)}`, flora.headers)).json();
const idsOf = async (params: Record<string, string>) => (await find(params)).orders.map(({ id }) => id);
const wordsOf = async (id: number) =>
  (await shop.deps.db.select().from(orderSearch).where(eq(orderSearch.orderId, id)))[0]?.words ?? '';

describe('GET /api/desk/orders/', () => {
  test.each([
    ['part of the recipient, without accents', 'hakans'],
    ['in capitals, with accents', 'NOÉMI'],
    ['the buyer and the recipient', 'whitby noemi'],
    ['a postcode', 'YO31 7EQ'],
    ['without its space', 'yo317eq'],
    ['the first half and a digit', 'YO31 7'],
    ['phone digits', '07700900142'],
    ['as it is written', '07700 900 142'],
    ['with the number of the country', '+44 7700 900142'],
    ['a part of the phone', '7700 9001'],
    ['the street', 'gillygate'],
  ])('finds by %s', async (_, q) => {
    expect(await idsOf({ q })).toEqual([order]);
  });

  test('what a search has of signs stands for itself alone', async () => {
    const written = { ...ADDRESS, apartment_address: 'Unit A\\B_7%' };
    await shop.deps.db.update(orders).set({ address: written }).where(eq(orders.id, order));
    for (const q of ['a\\b', 'A\\B_7%', '_7%']) expect([q, await idsOf({ q })]).toEqual([q, [order]]);
    for (const q of ['\\\\', 'b\\_', '%%7', '__7']) expect([q, await idsOf({ q })]).toEqual([q, []]);
    await shop.deps.db.update(orders).set({ address: ADDRESS }).where(eq(orders.id, order));
  });

  test('finds by e-mail, and by the new one as soon as it has changed', async () => {
    expect(await idsOf({ q: buyer.user.email })).toEqual([order]);
    await shop.deps.db.execute(sql`update users set email = 'tom.new@example.org' where id = ${buyer.user.id}`);
    expect(await idsOf({ q: 'tom.new@' })).toEqual([order]);
    expect(await idsOf({ q: buyer.user.email })).toEqual([]);
  });

  test('finds by both when the address changes while the e-mail does', async () => {
    const { db } = shop.deps;
    const [before] = await db.select().from(orders).where(eq(orders.id, order));
    let changeOfEmail: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx
        .update(orders)
        .set({ address: { ...ADDRESS, street_address: '9 Ousegate' } })
        .where(eq(orders.id, order));
      changeOfEmail = Promise.resolve(
        db.execute(sql`update users set email = 'tom.both@example.org' where id = ${buyer.user.id}`),
      );
      await vi.waitFor(async () => {
        const { rows } = await db.execute(sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like 'update users set email%'`);
        expect(rows).not.toEqual([]);
      }, 60_000);
    });
    await changeOfEmail;
    expect(await idsOf({ q: 'ousegate' })).toEqual([order]);
    expect(await idsOf({ q: 'tom.both@' })).toEqual([order]);
    await db
      .update(orders)
      .set({ address: before?.address ?? null })
      .where(eq(orders.id, order));
  });

  test('says all that the list shows, and names the order whose number was typed', async () => {
    const found = await find({ q: String(order) });
    expect(found).toMatchObject({ exact: order, is_cut: false });
    expect(found.orders.find(({ id }) => id === order)).toMatchObject({
      stage: 'to tie',
      recipient: 'Noémi Håkansson',
      buyer: 'Tom O’Whitby',
      district: 'YO31',
      arrives_on: '2026-11-20',
      troubles: [],
      paid: expect.any(Number),
      bouquets: expect.any(String),
    });
    expect((await find({ q: '999999' })).exact).toBeNull();
  });

  test.each(['%', '_', '\\', "' or 1=1 --", '%%%'])('takes %s for what it is', async (q) => {
    expect(await idsOf({ q })).toEqual([]);
  });

  test('goes through all pages, back as well, and keeps chips and day', async () => {
    const seen: number[] = [];
    let before = '';
    for (let page = 0; page < 10; page++) {
      const found = await find({ limit: '25', ...(before && { before }) });
      seen.push(...found.orders.map(({ id }) => id));
      before = String(found.orders.at(-1)?.id);
      expect(found.newer).toBe(page > 0);
      if (!found.older) break;
    }
    expect(seen).toHaveLength(61);
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
    const back = await find({ limit: '25', after: String(seen[30]) });
    expect(back.orders.map(({ id }) => id)).toEqual(seen.slice(5, 30));
    expect(back).toMatchObject({ older: true, newer: true });
    expect(await idsOf({ day: '2026-11-20' })).toEqual([order]);
    expect(await idsOf({ day: '2026-11-20', show: 'out' })).toEqual([]);
    expect((await idsOf({ show: 'to tie', limit: '50' })).length).toBe(50);
    expect(await idsOf({ show: 'to tie', q: 'gillygate' })).toEqual([order]);
  });

  test('the chips: trouble, refunded, cancelled, replacements', async () => {
    const [late, money, off, again] = await fillDay(shop.connectionString, { day: '2026-11-25', count: 4 });
    const { db } = shop.deps;
    await db.execute(sql`update orders set stage = 'not delivered' where id = ${late}`);
    await db.execute(sql`update orders set stage = 'cancelled' where id = ${off}`);
    await db.execute(sql`update orders set replaces_order_id = ${off} where id = ${again}`);
    const refund = (state: string) => sql`insert into refunds
      (payment_id, amount_pence, reason, who, state, look_again_at, created_at, changed_at)
      select id, 100, 'x', 'flora', ${state}, now(), now(), now() from payments where order_id = ${money}`;
    await db.execute(refund('failed'));
    expect(await idsOf({ show: 'refunded' })).toEqual([]);
    await db.execute(refund('asked'));
    expect(await idsOf({ show: 'refunded' })).toEqual([money]);
    await db.execute(sql`update refunds set state = 'failed'`);
    expect(await idsOf({ show: 'refunded' })).toEqual([]);
    expect(await idsOf({ show: 'trouble' })).toEqual([late]);
    expect(await idsOf({ show: 'cancelled' })).toEqual([off]);
    expect(await idsOf({ show: 'replacements' })).toEqual([again]);
    const counts = await shop.get('/api/desk/orders/counts/', flora.headers);
    expect(counts.json()).toEqual({ to_tie: 63, out: 0, trouble: 1 });
  });

  test('does not read for long what is common among old orders alone, and says so', async () => {
    const { deps } = shop;
    const old = await fillDay(shop.connectionString, { day: '2026-11-23', count: 40 });
    await deps.db
      .update(orders)
      .set({ address: { ...ADDRESS, city: 'Ambleside' } as OrderRow['address'] })
      .where(inArray(orders.id, old));
    await fillDay(shop.connectionString, { day: '2026-11-23', count: 12 });
    await deps.db.execute(sql`analyze order_search`);
    const LIMITS = { rare: 2, newest: 10, mostFitting: 100, mostMs: 10_000 };
    const look = (q: string, mostFitting: number) =>
      findOrders(deps, FindOrders.parse({ q, limit: '5' }), { ...LIMITS, mostFitting });
    expect(await look('ambleside', 10)).toMatchObject({ orders: [], is_cut: true });
    const found = await look('ambleside', 100);
    expect(found).toMatchObject({ is_cut: false, older: true });
    expect(found.orders.map(({ id }) => id)).toEqual(old.toReversed().slice(0, 5));
    const among = async (more: object) => findOrders(deps, FindOrders.parse({ q: 'ambleside', ...more }), LIMITS);
    await deps.db.execute(sql`update orders set stage = 'tied' where id = any(${sql.param(old.slice(0, 3))}::int[])`);
    expect((await among({ show: 'tied' })).orders.map(({ id }) => id)).toEqual(old.slice(0, 3).toReversed());
    expect((await among({ show: 'tied', day: '2026-11-17' })).orders).toEqual([]);
    expect((await among({ show: 'tied', day: '2026-11-23' })).orders).toHaveLength(3);
    expect(await look('hakansson', 10)).toMatchObject({ is_cut: true });
    expect(await look('no such words', 10)).toMatchObject({ orders: [], is_cut: false });
    await deps.db.execute(sql`delete from orders where delivery_date = '2026-11-23'`);
  });

  test('refuses at the right field', async () => {
    const refused = async (params: Record<string, string>) => {
      const response = await shop.get(`/api/desk/orders/?${new URLSearchParams(params)}`, flora.headers);
      return [response.status, Object.keys(response.json())];
    };
    expect(await refused({ q: 'x'.repeat(101) })).toEqual([400, ['q']]);
    expect(await refused({ q: 'a\u0000b' })).toEqual([400, ['q']]);
    expect(await refused({ day: 'Tuesday' })).toEqual([400, ['day']]);
    expect(await refused({ show: 'everything' })).toEqual([400, ['show']]);
    expect(await refused({ limit: '51', before: '0' })).toEqual([400, ['before', 'limit']]);
  });

  test('finds nothing of a person who has left, and the new address after a change', async () => {
    expect(await wordsOf(order)).toContain('gillygate');
    await shop.deps.db
      .update(orders)
      .set({ address: { ...ADDRESS, street_address: '1 Bootham' } })
      .where(eq(orders.id, order));
    expect([await idsOf({ q: 'gillygate' }), await idsOf({ q: 'bootham' })]).toEqual([[], [order]]);
    await shop.deps.db.update(orders).set({ buyer: null, address: null, userId: null }).where(eq(orders.id, order));
    expect(await wordsOf(order)).toBe(String(order));
  });
});

test('a phone number or a postcode is one term, anything else is words', () => {
  expect(toTerms('0044 20 7946 0118')).toEqual(['02079460118']);
  expect(toTerms('442079460118')).toEqual(['02079460118']);
  expect(toTerms('#1048')).toEqual(['1048']);
  expect(toTerms('e8 1aa')).toEqual(['e81aa']);
  expect(toTerms('Nell, Whitcombe')).toEqual(['Nell', 'Whitcombe']);
  expect(toTerms('  ')).toEqual([]);
  expect(toTerms('a b c d e f g h')).toHaveLength(6);
});
