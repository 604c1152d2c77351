import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { createRandom } from '#server/testing/random.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { SUMS_OF_DAY } from './add-up.ts';
import { foldTakings } from './fold-takings.ts';
import { rebuildTakings } from './rebuild-takings.ts';
import { RECOUNTED_BOUQUETS, RECOUNTED_DAYS } from './recount-takings.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const read = async (statement: ReturnType<typeof sql>) =>
  (await shop.deps.db.execute<Record<string, unknown>>(statement)).rows;

/** Without days from which everything was taken off again. */
const inOrder = (rows: Record<string, unknown>[]) =>
  rows
    .filter(({ day: _, product_id: __, ...sums }) => Object.values(sums).some((sum) => Number(sum) !== 0))
    .map((row) => JSON.stringify(row))
    .toSorted();

async function expectRight(): Promise<void> {
  expect(inOrder(await read(sql`select day::text, ${SUMS_OF_DAY} from takings_by_day group by day`))).toEqual(
    inOrder(await read(sql`select day::text, counted.* from (${RECOUNTED_DAYS}) as counted`).then(withTextDay)),
  );
  expect(
    inOrder(
      await read(sql`select day::text, product_id, sum(sold)::int as sold, sum(pence)::bigint as pence
        from takings_by_bouquet group by day, product_id`),
    ),
  ).toEqual(inOrder(await read(RECOUNTED_BOUQUETS).then(withTextDay)));
}

const withTextDay = (rows: Record<string, unknown>[]) =>
  rows.map((row) => ({
    ...row,
    day: row.day instanceof Date ? row.day.toLocaleDateString('sv-SE') : String(row.day),
  }));

const DAYS = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-11-16', '2026-11-17'];

/** What a shop does to its tables, and some things that it never does: the sums hold all the same. */
const CHANGES = {
  sell: async (day: string) => {
    await fillDay(shop.connectionString, { day, count: 3 });
  },
  'pay at another time': async (day: string, id: number, pence: number) => {
    // An evening in UTC may be the next day in London, in summer.
    const at = sql`${`${day}T22:40:00+00:00`}::timestamptz + ${pence % 3} * interval '1 hour'`;
    await shop.deps.db.execute(sql`update orders set completed_at = ${at} where id = ${id}`);
    await shop.deps.db.execute(sql`update payments set changed_at = ${at} where order_id = ${id}`);
  },
  'another day': (day: string, id: number) =>
    shop.deps.db.execute(sql`update orders set delivery_date = ${day} where id = ${id}`),
  stage: (_day: string, id: number, pence: number) =>
    shop.deps.db.execute(sql`update orders set stage = ${pence % 2 ? 'cancelled' : 'tied'} where id = ${id}`),
  'read a capture': (_day: string, id: number, pence: number) =>
    shop.deps.db.execute(
      sql`update payments set captured_pence = amount_pence, fee_pence = ${pence} where order_id = ${id}`,
    ),
  'ask for a refund': (_day: string, id: number, pence: number) =>
    shop.deps.db.execute(sql`insert into refunds (payment_id, amount_pence, reason, who, look_again_at, created_at, changed_at)
      select id, ${pence}, 'Late', 'shop', now(), now(), now() from payments where order_id = ${id}`),
  'do refunds': (day: string) =>
    shop.deps.db.execute(sql`update refunds set state = 'done', provider_refund_id = id::text, told_pence = amount_pence - 1,
      fee_back_pence = 3, changed_at = ${`${day}T12:00:00Z`} where state = 'asked'`),
  'money of no order': (_day: string, id: number) =>
    shop.deps.db.execute(sql`update payments set state = case state when 'captured' then 'refunded' else 'captured' end
      where order_id = ${id}`),
  'another sum': (_day: string, id: number, pence: number) =>
    shop.deps.db.execute(sql`insert into order_sums (order_id, kind, label, pence) values
      (${id}, 'discount', 'TEN', ${-pence}), (${id}, 'surcharge', 'Sunday', ${pence}) on conflict do nothing`),
  // An order has its number from the moment it is placed on: before anything of it goes back.
  'a VAT number': (_day: string, id: number) =>
    shop.deps.db.execute(sql`update orders set vat_number = 'GB123456789', vat_percent = 20 where id = ${id}
      and not exists (select from refunds join payments on payments.id = payment_id where order_id = ${id})`),
  'another quantity': (_day: string, id: number, pence: number) =>
    shop.deps.db.execute(sql`update order_items set quantity = ${1 + (pence % 5)} where order_id = ${id}`),
  'a replacement': (_day: string, id: number) =>
    shop.deps.db.execute(sql`update orders set replaces_order_id = case when replaces_order_id is null then (select min(id)
      from orders as first where first.id <> ${id} and not exists (select 1 from orders where replaces_order_id = first.id)) end
      where id = ${id}`),
  'delete a sum': (_day: string, id: number) =>
    shop.deps.db.execute(sql`delete from order_sums where order_id = ${id} and kind = 'discount'`),
  'delete an order': async (_day: string, id: number) => {
    await shop.deps.db.execute(
      sql`delete from refunds where payment_id in (select id from payments where order_id = ${id})`,
    );
    await shop.deps.db.execute(sql`delete from payments where order_id = ${id}`);
    await shop.deps.db.execute(sql`delete from orders where id = ${id} and not exists
      (select 1 from orders as other where other.replaces_order_id = orders.id)`);
  },
  fold: () => foldTakings(shop.deps),
};

test('after any sequence of changes the sums of days and bouquets are what a recount finds', async () => {
  const random = createRandom('takings');
  await CHANGES.sell('2026-11-16');
  const names = Object.keys(CHANGES) as (keyof typeof CHANGES)[];
  for (let step = 0; step < 160; step += 1) {
    const ids = (await read(sql`select id from orders where completed_at is not null`)).map(({ id }) => Number(id));
    const name = random.oneOf(names);
    await CHANGES[name](random.oneOf(DAYS), random.oneOf(ids), random.between(1, 400));
    if (step % 8 === 0) await expectRight();
  }
  await expectRight();
  await foldTakings(shop.deps);
  await expectRight();
  const [rows] = await read(sql`select count(*)::int as rows, count(distinct day)::int as days from takings_by_day`);
  expect(rows?.rows).toBe(rows?.days);
  expect(await rebuildTakings(shop.deps)).toEqual({ days: 0, bouquets: 0 });
  await expectRight();
});

test('folding while others sell loses nothing', async () => {
  await Promise.all([
    ...[1, 2, 3, 4].map(() => fillDay(shop.connectionString, { day: '2026-11-18', count: 5 })),
    foldTakings(shop.deps),
    foldTakings(shop.deps),
  ]);
  await Promise.all([foldTakings(shop.deps), foldTakings(shop.deps)]);
  await expectRight();
});

test('counting anew keeps nobody from paying, and what is paid meanwhile counts once', async () => {
  const { db } = shop.deps;
  await db.transaction(async (tx) => {
    // In this order money is recorded: the payment first.
    await tx.execute(sql`update payments set fee_pence = coalesce(fee_pence, 0) + 7
      where id = (select id from payments where state = 'captured' limit 1)`);
    expect(await rebuildTakings(shop.deps)).toEqual({ days: 0, bouquets: 0 });
    await tx.execute(sql`update orders set completed_at = completed_at + interval '3 days'
      where id = (select min(id) from orders where completed_at is not null)`);
  });
  await expectRight();
  await Promise.all([
    ...[1, 2, 3].map(() => fillDay(shop.connectionString, { day: '2026-11-18', count: 5 })),
    rebuildTakings(shop.deps),
    foldTakings(shop.deps),
    rebuildTakings(shop.deps),
  ]);
  await expectRight();
});

test('a sum that was changed by hand is found and put right by counting anew', async () => {
  await shop.deps.db.execute(sql`insert into takings_by_day (day, goods) values ('2026-11-16', 1)`);
  await shop.deps.db.execute(sql`insert into takings_by_day (day, delivery) values ('2025-01-01', 1)`);
  await shop.deps.db.execute(sql`insert into takings_by_bouquet (day, product_id, sold) values ('2026-11-16', 1, 1)`);
  expect(await rebuildTakings(shop.deps)).toEqual({ days: 2, bouquets: 1 });
  await expectRight();
  expect(await rebuildTakings(shop.deps)).toEqual({ days: 0, bouquets: 0 });
});
