import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readFloristRefund } from '#server/features/delivery/florist-refund.ts';
import { deliveryDays, deliverySettings, deliveryWeekdays } from '#server/features/delivery/table.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import {
  type DayOptions,
  listDaysAtDesk,
  listSettings,
  setAtDesk,
  setDayAtDesk,
  setDaysAtDesk,
  switchWeekAtDesk,
} from './delivery-desk.ts';
import { type Desk, NotDone } from './desk.ts';

const SATURDAY = '2026-11-21';
const TITLE = `${SATURDAY}  Saturday 21 November`;

let shop: Awaited<ReturnType<typeof openTestShop>>;
let desk: Desk;
let printed: string[] = [];
beforeAll(async () => {
  shop = await openTestShop();
  desk = { ...shop.deps, by: onCommandLine('rose'), print: (line) => printed.push(line) };
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.deps.db.execute(sql`truncate delivery_days, delivery_settings, delivery_weekdays, desk_log`);
});

async function print(act: Promise<void>): Promise<string[]> {
  printed = [];
  await act;
  return printed;
}
const set = (options: DayOptions, day = SATURDAY) => print(setDayAtDesk(desk, day, options));

test('a day gets a limit, a cut-off and a surcharge, one after the other, and each is logged', async () => {
  expect(await set({ limit: '40' })).toEqual([`${TITLE}: 0 of 40 orders, open`]);
  expect(await set({ 'cut-off': '10:00', surcharge: '3.00' })).toEqual([
    `${TITLE}: 0 of 40 orders, open, order by 10:00 the day before, + £3.00`,
  ]);
  expect(await set({ limit: '0' })).toEqual([`${TITLE}: 0 of 0 orders, full, order by 10:00 the day before, + £3.00`]);
  expect(await set({ limit: 'usual', 'cut-off': 'usual', surcharge: '0' })).toEqual([`${TITLE}: 0 orders, open`]);
  expect((await shop.deps.db.select().from(deskLog).orderBy(deskLog.id)).slice(0, 2)).toMatchObject([
    {
      who: 'rose',
      action: 'set day',
      subjectId: 20261121,
      details: { before: { ordersADay: null }, after: { ordersADay: 40 } },
    },
    {
      who: 'rose',
      action: 'set day',
      subjectId: 20261121,
      details: { after: { cutOff: '10:00', surchargePence: 300 } },
    },
  ]);
});

test('a day gets a line that the shop shows, and loses it again', async () => {
  expect(await set({ line: ' Order by 10 for Christmas Eve ' })).toEqual([
    `${TITLE}: 0 orders, open, the shop says: Order by 10 for Christmas Eve`,
  ]);
  expect(await set({ line: 'usual' })).toEqual([`${TITLE}: 0 orders, open`]);
});

test('a day is closed with the words that customers read, and opened again; so is a bank holiday', async () => {
  expect(await set({ closed: 'Stocktaking' })).toEqual([`${TITLE}: 0 orders, not open: Stocktaking`]);
  expect(await set({ open: true })).toEqual([`${TITLE}: 0 orders, open`]);
  expect(await print(listDaysAtDesk(desk, '2026-12-25', '2026-12-26'))).toEqual([
    '2026-12-25  Friday 25 December: 0 orders, not open: Christmas Day',
    '2026-12-26  Saturday 26 December: 0 orders, not open: Boxing Day',
  ]);
  expect(await set({ open: true }, '2026-12-26')).toEqual(['2026-12-26  Saturday 26 December: 0 orders, open']);
  expect(await shop.deps.db.select().from(deliveryDays).where(eq(deliveryDays.opened, true))).toHaveLength(1);
});

test('lists four weeks from tomorrow unless told otherwise', async () => {
  const days = await print(listDaysAtDesk(desk));
  expect([days.length, days[0]]).toEqual([28, '2026-11-17  Tuesday 17 November: 0 orders, open']);
});

test('the districts of the vans are listed in order; without any, vans go everywhere', async () => {
  const listed = await print(setAtDesk(desk, 'van-districts', 'e9, E8,N16 E8'));
  expect(listed.at(-1)).toBe('van-districts E8, E9, N16; a carrier takes the rest');
  for (const wrong of ['', 'E8,HACKNEY', 'EC1I', 'E8 3QX'])
    await expect(setAtDesk(desk, 'van-districts', wrong)).rejects.toThrow(/^Districts are written as E8,E9,N1/);
  expect(await print(setAtDesk(desk, 'van-districts', 'usual'))).not.toContain('van-districts');
  expect((await shop.deps.db.select().from(deliverySettings))[0]?.vanDistricts).toBeNull();
});

test('settings hold for every day, or for days of the week, and can be as usual again', async () => {
  const usual = [
    'fee           £5.00',
    'cut-off       12:00, on the day before',
    'days-ahead    60',
    'orders-a-day  no limit',
  ];
  expect(await print(listSettings(desk))).toEqual(usual);
  await setAtDesk(desk, 'fee', '6.50');
  await setAtDesk(desk, 'days-ahead', '30');
  await setAtDesk(desk, 'orders-a-day', '60');
  await setAtDesk(desk, 'orders-a-day', '40', 'sat,Sun');
  expect(await print(setAtDesk(desk, 'cut-off', '10:30', 'mon'))).toEqual([
    'fee           £6.50',
    'cut-off       12:00, on the day before',
    'days-ahead    30',
    'orders-a-day  60',
    'orders-a-day  40, on Sundays',
    'cut-off       10:30, for Mondays',
    'orders-a-day  40, on Saturdays',
  ]);
  await setAtDesk(desk, 'florist-refund', '35.50');
  expect(printed).toContain('florist-refund £35.50 of an order; an owner gives back more');
  expect(await readFloristRefund(desk.db)).toBe(3550);
  await setAtDesk(desk, 'claims-at-once', '80.00');
  expect(printed).toContain('claims-at-once £80.00 of flowers; somebody looks first at what cost more');
  await setAtDesk(desk, 'claims-at-once', '0.00');
  expect(printed).toContain('claims-at-once never: somebody looks at every claim first');
  for (const name of ['fee', 'days-ahead', 'orders-a-day', 'florist-refund', 'claims-at-once'])
    await setAtDesk(desk, name, 'usual');
  expect(await readFloristRefund(desk.db)).toBe(2000);
  await setAtDesk(desk, 'orders-a-day', 'usual', 'sat,sun');
  await setAtDesk(desk, 'cut-off', 'usual', 'mon');
  expect(await print(listSettings(desk))).toEqual(usual);
});

test.each<[string, () => Promise<void>]>([
  ['A day is written as 2026-11-17.', () => setDayAtDesk(desk, 'tomorrow', { limit: '4' })],
  ['A day is written as 2026-11-17.', () => setDayAtDesk(desk, '2027-02-30', { limit: '4' })],
  [
    'Monday 16 November is not ahead of us: it cannot be changed.',
    () => setDayAtDesk(desk, '2026-11-16', { limit: '4' }),
  ],
  ['A whole number from 0 to 100000 is needed here, or "usual".', () => setDayAtDesk(desk, SATURDAY, { limit: '-1' })],
  [
    'A whole number from 0 to 100000 is needed here, or "usual".',
    () => setDayAtDesk(desk, SATURDAY, { limit: 'none' }),
  ],
  ['A whole number from 0 to 100000 is needed here, or "usual".', () => setDayAtDesk(desk, SATURDAY, { limit: '4.5' })],
  [
    'An amount is written in pounds, as 3.00, and not below 0.',
    () => setDayAtDesk(desk, SATURDAY, { surcharge: '-3' }),
  ],
  ['A time is written as 12:00, from 00:00 to 23:59.', () => setDayAtDesk(desk, SATURDAY, { 'cut-off': '24:00' })],
  ['This must be no more than 120 characters.', () => setDayAtDesk(desk, SATURDAY, { line: 'x'.repeat(121) })],
  ['A day is either closed or open.', () => setDayAtDesk(desk, SATURDAY, { closed: 'Why', open: true })],
  [
    'Say why in one line of at most 120 characters: customers read it.',
    () => setDayAtDesk(desk, SATURDAY, { closed: ' ' }),
  ],
  [
    'Say what differs: --limit N, --closed WORDS, --open, --cut-off HH:MM, --surcharge 3.00 or --line WORDS.',
    () => setDayAtDesk(desk, SATURDAY, {}),
  ],
  ['The last day cannot be before the first.', () => listDaysAtDesk(desk, SATURDAY, '2026-11-20')],
  [
    'There is no setting "price": there are fee, cut-off, days-ahead, orders-a-day, van-districts, florist-refund, claims-at-once.',
    () => setAtDesk(desk, 'price', '4'),
  ],
  ['An amount is written in pounds, as 3.00, and not below 0.', () => setAtDesk(desk, 'fee', 'five')],
  ['A whole number from 1 to 365 is needed here, or "usual".', () => setAtDesk(desk, 'days-ahead', '0')],
  ['Days of the week are written as sun,mon,tue,wed,thu,fri,sat.', () => setAtDesk(desk, 'cut-off', '10:00', 'monday')],
  ['The fee is the same on every day of the week.', () => setAtDesk(desk, 'fee', '4', 'mon')],
])('refuses in words, and changes nothing: %s', async (words, act) => {
  await expect(act()).rejects.toThrow(new NotDone(words));
  const changed = await Promise.all(
    [deliveryDays, deliverySettings, deliveryWeekdays].map((table) => shop.deps.db.$count(table)),
  );
  expect(changed).toEqual([0, 0, 0]);
});

test('a range of days is closed at once by the verb of the page, and opened again', async () => {
  const closed = await print(setDaysAtDesk(desk, '2026-12-23', '2026-12-25', 'Our holiday'));
  expect(closed).toEqual([
    '2026-12-23  Wednesday 23 December: 0 orders, not open: Our holiday',
    '2026-12-24  Thursday 24 December: 0 orders, not open: Our holiday',
    '2026-12-25  Friday 25 December: 0 orders, not open: Christmas Day',
    'Orders that are on these days stay: they are tied and delivered as promised.',
  ]);
  expect((await print(setDaysAtDesk(desk, '2026-12-23', '2026-12-25'))).slice(0, 2)).toEqual([
    '2026-12-23  Wednesday 23 December: 0 orders, open',
    '2026-12-24  Thursday 24 December: 0 orders, open',
  ]);
  expect(await shop.deps.db.select().from(deskLog)).toMatchObject([
    { who: 'rose', action: 'close days', details: { days: 2, after: 'Our holiday' } },
    { who: 'rose', action: 'open days', details: { days: 2, before: ['Our holiday'] } },
  ]);
});

test('a day of the week is closed and opened by a switch', async () => {
  expect(await print(switchWeekAtDesk(desk, 'sun', false))).toContain('orders-a-day  no deliveries, on Sundays');
  expect(await print(switchWeekAtDesk(desk, 'sun', true))).not.toContain('orders-a-day  no deliveries, on Sundays');
  await expect(switchWeekAtDesk(desk, 'someday', true)).rejects.toThrow('Days of the week are written as sun,mon');
});

test.each([
  ['2026-12-25', '2026-12-23', 'Us', 'The last day is before the first.'],
  ['2026-12-23', '2026-12-25', ' ', 'Say why in one line'],
  ['2026-11-16', '2026-12-25', 'Us', 'Monday 16 November is not ahead of us'],
  ['soon', '2026-12-25', 'Us', 'A day is written as 2026-11-17.'],
])('refuses to close %s to %s with %j', async (from, to, words, refusal) => {
  await expect(setDaysAtDesk(desk, from, to, words)).rejects.toThrow(refusal);
});
