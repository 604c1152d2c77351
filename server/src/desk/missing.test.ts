import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MissingOnDay, SwapOnDay } from '#contract/desk-missing.ts';
import { shareStems } from '#contract/share-stems.ts';
import { orders } from '#server/features/orders/table.ts';
import { swaps } from '#server/features/tying/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let hana: Awaited<ReturnType<typeof employ>>;

const DAY = '2026-11-17';

beforeAll(async () => {
  shop = await openTestShop();
  hana = await employ(shop, ['florist']);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.setNow(TEST_NOW);
  await shop.deps.db.execute(sql`truncate swaps, letters, throttles cascade`);
  await shop.deps.db.execute(sql`update orders set stage = 'cancelled' where stage <> 'awaiting payment'`);
});
afterEach(() => expect(shop.failures).toEqual([]));

const show = async (flower?: string): Promise<MissingOnDay> =>
  (
    await shop.get(`/api/desk/missing/?${new URLSearchParams({ day: DAY, ...(flower && { flower }) })}`, hana.headers)
  ).json();
const post = async (path: string, body: object) => {
  const response = await shop.post(`/api/desk/missing/${path}`, body, hana.headers);
  return [response.status, response.body === '' ? undefined : response.json()] as const;
};
const tie = (id: number) => shop.post('/api/desk/orders/tie/', { orders: [id] }, hana.headers);
const ticketOf = async (id: number) => (await shop.get(`/api/desk/orders/${id}/ticket/`, hana.headers)).json();
const toldOf = (kind: string) => shop.letters().filter((letter) => letter.kind === kind);
const countSwaps = async () => (await shop.deps.db.select().from(swaps)).length;

/** Three orders of two Tearooms each for the day; the second buyer wants to be asked. The flower is the first of its recipe. */
async function fillBench() {
  const bought = [
    await buyFlowers(shop, { day: DAY }),
    await buyFlowers(shop, { day: DAY }),
    await buyFlowers(shop, { day: DAY }),
  ];
  const ids = bought.map(({ order }) => order.id);
  const [first = 0, asks = 0, last = 0] = ids;
  await shop.deps.db.update(orders).set({ swapChoice: 'ask' }).where(eq(orders.id, asks));
  const flower: string = (await ticketOf(first)).lines[0].recipe[0].flower;
  return { bought, first, asks, last, flower };
}

const decide = async (flower: string, left = 0): Promise<SwapOnDay> => ({
  flower,
  instead: 'White rose',
  tell: true,
  lines: shareStems((await show(flower)).chosen?.lines ?? [], left)
    .filter(({ missing }) => missing > 0)
    .map(({ order, item, stems, missing }) => ({ order, item, from: stems, count: missing })),
});

describe('GET /api/desk/missing/', () => {
  test('shows a day by its flowers, and every ticket that has the chosen one, as they leave', async () => {
    const { first, asks, last, flower } = await fillBench();
    const stems = (await ticketOf(first)).lines[0].recipe[0].count;
    const { flowers, chosen, swapped } = await show(flower);
    expect(flowers).toContainEqual({ flower, stems: 6 * stems, tickets: 3 });
    expect(chosen?.lines.map(({ order, bouquets, must_ask }) => [order, bouquets, must_ask])).toEqual([
      [first, 2, false],
      [asks, 2, true],
      [last, 2, false],
    ]);
    expect(chosen?.lines[0]).toMatchObject({ bouquet: 'Tearoom', recipient: 'Nell Whitcombe', stems });
    expect(swapped).toEqual([]);
    await tie(first);
    expect((await show(flower)).chosen?.lines).toHaveLength(2);
    expect(await show()).toMatchObject({ day: DAY, chosen: null });
  });

  test('offers the nearest in colour and in depth first: for red roses hot pink, and blush after all of them', async () => {
    const offeredFor = async (flower: string) => (await show(flower)).chosen?.offered ?? [];
    const red = await offeredFor('Red rose');
    expect(red.slice(0, 2)).toEqual([
      { name: 'Hot pink rose', like: 'same flower', near: false },
      { name: 'Coral rose', like: 'same flower', near: false },
    ]);
    expect(red.findLastIndex(({ like }) => like === 'same colour')).toBeLessThan(
      red.findIndex(({ name }) => name === 'Blush rose'),
    );
    const peach = await offeredFor('Peach rose');
    expect(peach[0]).toEqual({ name: 'Coral rose', like: 'same flower', near: false });
    // Of its colour, and worth as much or more; a ranunculus of its colour is worth less.
    expect(peach.filter(({ like }) => like === 'same colour')).toEqual([
      { name: 'Peach spray rose', like: 'same colour', near: false },
    ]);
    // Only what nobody would call another flower is near.
    expect((await offeredFor('Peach rose (bud)'))[0]).toEqual({ name: 'Peach rose', like: 'same flower', near: true });
    expect((await offeredFor('Pink peony'))[0]).toEqual({ name: 'Deep pink peony', like: 'same flower', near: false });
    // A pale flower goes in for a pale one.
    const white = (await offeredFor('White rose')).filter(({ like }) => like === 'same flower');
    expect(white.map(({ name }) => name).slice(0, 2)).toEqual(['Blush rose', 'Lilac rose']);
  });
});

describe('POST /api/desk/missing/', () => {
  test('swaps in all tickets at once; who wants to be asked is asked, the others are told after a minute', async () => {
    const { bought, first, asks, last, flower } = await fillBench();
    const wanted = await decide(flower);
    expect(await post('', wanted)).toEqual([200, { swapped: [first, last], asked: [asks] }]);
    expect((await ticketOf(first)).swaps).toMatchObject([{ flower, instead: 'White rose', state: 'made' }]);
    expect((await ticketOf(asks)).swaps).toMatchObject([{ state: 'asked' }]);
    // The press come again changes nothing.
    expect(await post('', wanted)).toEqual([200, { swapped: [first, last], asked: [asks] }]);
    expect(await countSwaps()).toBe(3);
    const { flowers, swapped } = await show(flower);
    expect(flowers.map((each) => each.flower)).not.toContain(flower);
    expect(swapped).toMatchObject([{ flower, instead: 'White rose', tickets: 3, asked: 1, by: 'Hana Okafor' }]);
    const { rows } = await shop.deps.db.execute<{ held: number; letters: number }>(sql`
      select extract(epoch from start_after - created_on)::integer as held, count(*)::integer as letters from jobs.job
      where data ->> 'id' in (select id::text from letters where kind like 'swap%') group by 1`);
    expect(rows).toEqual([{ held: 60, letters: 3 }]);
    await shop.doJobs();
    expect(toldOf('swap-made').map(({ to }) => to)).toEqual([
      bought[0]?.person.user.email,
      bought[2]?.person.user.email,
    ]);
    expect(toldOf('swap-asked').map(({ to }) => to)).toEqual([bought[1]?.person.user.email]);
  });

  test('what is left goes to what leaves first', async () => {
    const { first, asks, last, flower } = await fillBench();
    const stems = (await ticketOf(first)).lines[0].recipe[0].count;
    const wanted = await decide(flower, 2 * stems + 2);
    expect(wanted.lines.map(({ order, count }) => [order, count])).toEqual([
      [asks, stems - 1],
      [last, stems],
    ]);
    expect((await post('', wanted))[0]).toBe(200);
    expect((await ticketOf(first)).swaps).toEqual([]);
    // The rest of the second is missing as well, with the same flower instead: it is another swap, not the first come again.
    expect((await post('', await decide(flower)))[0]).toBe(200);
    expect((await show(flower)).chosen?.lines).toEqual([]);
  });

  test('one ticket that is tied, changed or unknown refuses all of it', async () => {
    const { first, last, flower } = await fillBench();
    const wanted = await decide(flower);
    await tie(last);
    expect(await post('', wanted)).toEqual([
      409,
      { detail: `Hana Okafor tied order ${last} today at 09:46. Nothing was swapped.` },
    ]);
    const others = await decide(flower);
    const [line] = others.lines;
    await post('', { ...others, instead: 'Pink tulip', lines: [{ ...line, count: 1 }] });
    expect(await post('', others)).toEqual([
      409,
      { detail: `Order ${first} has changed meanwhile. Nothing was swapped.` },
    ]);
    const unknown = { ...others, lines: [...others.lines, { order: 999_999, item: 1, from: 1, count: 1 }] };
    expect((await post('', unknown))[0]).toBe(404);
    // A line of another order, more stems than there are, and no line at all.
    const [, second] = others.lines;
    const strange = { ...others, lines: [{ ...second, item: line?.item ?? 0 }] };
    expect((await post('', strange))[0]).toBe(409);
    expect((await post('', { ...others, lines: [{ ...second, count: 150 }] }))[0]).toBe(400);
    expect(await post('', { ...others, lines: [] })).toMatchObject([400, { lines: ['Choose a ticket first.'] }]);
    expect(await countSwaps()).toBe(1);
  });
});

describe('POST /api/desk/missing/take-back/', () => {
  test('takes back all of a press, and letters that are held are never sent', async () => {
    const { asks, flower } = await fillBench();
    await post('', await decide(flower));
    const [made] = (await show()).swapped;
    const body = { swaps: made?.swaps ?? [] };
    expect((await post('take-back/', body))[0]).toBe(204);
    expect((await post('take-back/', body))[0]).toBe(204);
    expect([await countSwaps(), (await show()).swapped]).toEqual([0, []]);
    const before = shop.letters().length;
    await shop.doJobs();
    expect(
      shop
        .letters()
        .slice(before)
        .filter(({ kind }) => kind.startsWith('swap')),
    ).toEqual([]);
    expect((await tie(asks)).json().orders[0]).toMatchObject({ done: true });
  });

  test('one ticket that is tied meanwhile refuses all of it', async () => {
    const { first, flower } = await fillBench();
    await post('', await decide(flower));
    const [made] = (await show()).swapped;
    await tie(first);
    const [status, { detail }] = await post('take-back/', { swaps: made?.swaps ?? [] });
    expect([status, detail]).toEqual([409, `Hana Okafor tied order ${first} today at 09:46. Nothing was taken back.`]);
    expect(await countSwaps()).toBe(3);
    // What the page shows from then on can be taken back.
    expect((await show()).swapped).toMatchObject([{ tickets: 2 }]);
  });
});

test('POST /api/desk/missing/cannot-be-tied/ says so of all, or of none', async () => {
  const { first, asks, last, flower } = await fillBench();
  const why = `${flower} is missing`;
  await tie(last);
  expect((await post('cannot-be-tied/', { orders: [first, last], why }))[0]).toBe(409);
  expect((await ticketOf(first)).troubles).toEqual([]);
  expect((await post('cannot-be-tied/', { orders: [first, asks], why }))[0]).toBe(204);
  expect((await ticketOf(first)).troubles).toEqual(['cannot be tied']);
  expect((await post('cannot-be-tied/', { orders: [999_999] }))[0]).toBe(404);
});
