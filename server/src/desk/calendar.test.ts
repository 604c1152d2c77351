import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CalendarDay, type DeskCalendar, WEEKDAY_KEYS } from '#contract/desk-calendar.ts';
import { deliveryDays, deliverySettings, deliveryWeekdays } from '#server/features/delivery/table.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const SATURDAY = '2026-11-21';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let owner: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  shop = await openTestShop();
  owner = await employ(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.deps.db.execute(sql`truncate delivery_days, delivery_settings, delivery_weekdays, desk_log`);
  await shop.deps.delivery.renew();
});

const patch = (url: string, body: unknown) => shop.call('PATCH', url, { body, headers: owner.headers });
const setDay = (body: unknown, day = SATURDAY) => patch(`/api/desk/calendar/days/${day}/`, body);
const setWeek = (body: unknown) => patch('/api/desk/calendar/week/', body);
const set = (body: unknown) => patch('/api/desk/settings/delivery/', body);
const read = async (month?: string): Promise<DeskCalendar> =>
  (await shop.get(`/api/desk/calendar/${month ? `?month=${month}` : ''}`, owner.headers)).json();
const findDay = async (day: string): Promise<CalendarDay> =>
  (await read(day.slice(0, 7))).days.find((each) => each.day === day) as CalendarDay;
const inShop = async (day: string) => (await shop.get(`/api/delivery/days/?from=${day}&to=${day}`)).json()[0];
const readLog = () => shop.deps.db.select().from(deskLog).orderBy(deskLog.id);

const USUAL_DAY = {
  open: true,
  words: null,
  holiday: null,
  booked: 0,
  holds: null,
  cut_off: '12:00',
  surcharge: 0,
  line: null,
  own: { words: null, holds: null, cut_off: null },
  can_change: true,
};

describe('GET /api/desk/calendar/', () => {
  test('shows this month, each day with what is booked and what it holds', async () => {
    await fillDay(shop.connectionString, { day: '2026-11-14', count: 3 });
    await setWeek({ sat: { holds: 70 }, sun: { cut_off: '10:00' } });
    await set({ orders_a_day: 60 });
    const { days, week, ...rest } = await read();
    expect(rest).toEqual({ today: '2026-11-16', month: '2026-11', holds: 60, cut_off: '12:00', paused: false });
    expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, '2026-11-01', '2026-11-30']);
    const [before, after] = ['2026-11-14', SATURDAY].map((wanted) => days.find(({ day }) => day === wanted));
    expect(before).toMatchObject({ booked: 3, holds: 70, can_change: false });
    expect(after).toEqual({ day: SATURDAY, ...USUAL_DAY, holds: 70 });
    expect(days.filter(({ can_change }) => can_change)[0]?.day).toBe('2026-11-17');
    expect(week.map(({ key, holds, cut_off }) => [key, holds, cut_off])).toEqual([
      ['mon', 60, '12:00'],
      ['tue', 60, '12:00'],
      ['wed', 60, '12:00'],
      ['thu', 60, '12:00'],
      ['fri', 60, '12:00'],
      ['sat', 70, '12:00'],
      ['sun', 60, '10:00'],
    ]);
    expect(week[6]?.own).toEqual({ holds: null, cut_off: '10:00' });
  });

  test('closes bank holidays by rule, also of years ahead, and keeps what was set on days that are over', async () => {
    expect(await findDay('2026-12-25')).toMatchObject({
      open: false,
      words: 'Christmas Day',
      holiday: 'Christmas Day',
    });
    expect(await findDay('2031-04-14')).toMatchObject({ open: false, words: 'Easter Monday' });
    await shop.deps.db.insert(deliveryDays).values({ day: '2026-11-03', ordersADay: 9 });
    expect(await findDay('2026-11-03')).toMatchObject({ holds: 9, can_change: false });
  });

  test('says of a weekday without deliveries that it is closed, far ahead too', async () => {
    await setWeek({ sun: { holds: 0 } });
    expect(await findDay('2027-10-03')).toMatchObject({ open: false, words: 'No deliveries on Sundays', holds: 0 });
    await setDay({ holds: 5 }, '2026-11-29');
    expect(await findDay('2026-11-29')).toMatchObject({ open: true, words: null, holds: 5 });
  });

  test('says when nothing is left to order: the week is off, or every day that can be chosen is closed', async () => {
    const isPaused = async () => (await read('2027-03')).paused;
    const week = (holds: number | null) => setWeek(Object.fromEntries(WEEKDAY_KEYS.map((key) => [key, { holds }])));
    expect(await isPaused()).toBe(false);
    await week(0);
    expect(await isPaused()).toBe(true);
    await setWeek({ sat: { holds: null } });
    expect(await isPaused()).toBe(false);
    await week(null);
  });

  test.each(['2026-13', 'november', '2026-1'])('refuses %s', async (month) => {
    const response = await shop.get(`/api/desk/calendar/?month=${month}`, owner.headers);
    expect([response.status, response.json()]).toEqual([400, { month: ['A month is written as 2026-11.'] }]);
  });
});

describe('PATCH /api/desk/calendar/days/:day/', () => {
  test('closes a day with the words that customers read at once, and opens it again', async () => {
    expect((await setDay({ open: false, words: ' Stocktaking ' })).json()).toMatchObject({
      open: false,
      words: 'Stocktaking',
      own: { words: 'Stocktaking' },
    });
    expect(await inShop(SATURDAY)).toMatchObject({ open: false, words: 'Stocktaking' });
    expect((await setDay({ open: true })).json()).toEqual({ day: SATURDAY, ...USUAL_DAY });
    expect(await inShop(SATURDAY)).toMatchObject({ open: true });
  });

  test('answers each of those who save at once with what they saved', async () => {
    const holds = Array.from({ length: 12 }, (_, number) => number + 1);
    const answers = await Promise.all(holds.map((count) => setDay({ holds: count })));
    expect(answers.map((answer) => answer.json().holds)).toEqual(holds);
  });

  test('opens one day of a weekday without deliveries with a number of its own, and never says that it did otherwise', async () => {
    const sunday = '2026-11-29';
    await setWeek({ sun: { open: false } });
    const refused = await setDay({ open: true }, sunday);
    expect([refused.status, refused.json()]).toEqual([
      400,
      { holds: ['We do not deliver on this day of the week. Say how many orders this one takes, and it is open.'] },
    ]);
    expect((await setDay({ open: true, holds: 12 }, sunday)).json()).toMatchObject({ open: true, holds: 12 });
    await setDay({ open: false, words: 'Stocktaking' }, sunday);
    expect((await setDay({ open: true }, sunday)).json()).toMatchObject({ open: true, holds: 12 });
    expect((await setDay({ open: true, holds: null }, sunday)).status).toBe(400);
    expect(await inShop(sunday)).toMatchObject({ open: true });
  });

  test('opens a bank holiday, and closes it again by its name or by other words', async () => {
    const holiday = '2026-12-26';
    expect((await setDay({ open: true }, holiday)).json()).toMatchObject({ open: true, holiday: 'Boxing Day' });
    expect(await inShop(holiday)).toMatchObject({ open: true });
    expect((await setDay({ open: false, words: '' }, holiday)).json()).toMatchObject({ words: 'Boxing Day' });
    expect((await setDay({ open: false, words: 'We rest' }, holiday)).json()).toMatchObject({ words: 'We rest' });
  });

  test('takes a limit below what is booked: the orders stay, and the shop calls the day full', async () => {
    await fillDay(shop.connectionString, { day: '2026-11-28', count: 5 });
    const response = await setDay({ holds: 2, cut_off: '10:00', surcharge: 3 }, '2026-11-28');
    expect([response.status, response.json()]).toMatchObject([
      200,
      { booked: 5, holds: 2, cut_off: '10:00', surcharge: 3, own: { holds: 2, cut_off: '10:00' } },
    ]);
    expect(await inShop('2026-11-28')).toMatchObject({ open: false, left: 0, surcharge: 3, words: 'Full' });
    expect((await setDay({ holds: null, cut_off: null, surcharge: null }, '2026-11-28')).json()).toMatchObject({
      holds: null,
      cut_off: '12:00',
      surcharge: 0,
    });
  });

  test('gives a day a line that the shop shows while it can be chosen', async () => {
    const line = 'Order by 10 on Friday';
    expect((await setDay({ line: ` ${line} ` })).json()).toEqual({ day: SATURDAY, ...USUAL_DAY, line });
    expect(await inShop(SATURDAY)).toMatchObject({ open: true, words: null, line });
    await setDay({ open: false, words: 'Stocktaking' });
    expect(await inShop(SATURDAY)).toMatchObject({ open: false, words: 'Stocktaking', line: null });
    expect(await findDay(SATURDAY)).toMatchObject({ open: false, line });
    await setDay({ open: true, line: '' });
    expect(await inShop(SATURDAY)).toMatchObject({ open: true, line: null });
  });

  test('does not replace what somebody else has set since the page was shown', async () => {
    const seen = { open: true, words: null, holds: null, cut_off: null, surcharge: 0, line: null };
    expect((await setDay({ holds: 40, seen })).status).toBe(200);
    const late = await setDay({ holds: 30, surcharge: 3, seen });
    expect([late.status, late.json()]).toEqual([
      409,
      { detail: 'Somebody else has changed this day meanwhile. Look at what it says now, then save again.' },
    ]);
    expect(await findDay(SATURDAY)).toMatchObject({ holds: 40, surcharge: 0 });
    // Another thing of the same day, the same value, and what was set after looking again.
    for (const change of [
      { surcharge: 3, seen },
      { holds: 40, seen },
      { holds: 30, seen: { ...seen, holds: 40 } },
    ])
      expect((await setDay(change)).status).toBe(200);
    expect(await findDay(SATURDAY)).toMatchObject({ holds: 30, surcharge: 3 });
    await setDay({ open: false, words: 'Stocktaking', seen });
    expect((await setDay({ open: false, words: 'A wedding', seen })).status).toBe(409);
    expect(await inShop(SATURDAY)).toMatchObject({ words: 'Stocktaking' });
  });

  test('is written down with who did it, before and after; what is already so is not', async () => {
    await setDay({ holds: 40 });
    await setDay({ holds: 30, surcharge: 2.5 });
    await setDay({ holds: 30, surcharge: 2.5, open: true });
    const by = { who: owner.name, staffId: owner.id, action: 'set day', subjectId: 20261121 };
    expect(await readLog()).toMatchObject([
      { ...by, details: { before: { ordersADay: null }, after: { ordersADay: 40 } } },
      {
        ...by,
        details: { before: { ordersADay: 40, surchargePence: null }, after: { ordersADay: 30, surchargePence: 250 } },
      },
    ]);
  });

  const POUNDS = ['An amount is written in pounds, as 3.00, and not below 0.'];
  const NUMBER = ['A whole number from 0 to 100000 is needed here.'];
  const TIME = ['A time is written as 12:00, from 00:00 to 23:59.'];
  const WHY = ['Say why in one line of at most 120 characters: customers read it.'];
  test.each<[unknown, unknown]>([
    [{ open: 'yes' }, { open: ['Say whether there are deliveries.'] }],
    [{ open: false }, { words: WHY }],
    [{ open: false, words: ' ' }, { words: WHY }],
    [{ open: false, words: 'x'.repeat(121) }, { words: ['This must be no more than 120 characters.'] }],
    [{ open: false, words: 'a\u0000b' }, { words: ['This holds characters we cannot keep.'] }],
    [{ holds: -1 }, { holds: NUMBER }],
    [{ holds: 1.5 }, { holds: NUMBER }],
    [{ holds: '40' }, { holds: NUMBER }],
    [{ holds: 100_001 }, { holds: NUMBER }],
    [{ cut_off: '24:00' }, { cut_off: TIME }],
    [{ cut_off: 12 }, { cut_off: TIME }],
    [{ surcharge: -1 }, { surcharge: POUNDS }],
    [{ surcharge: 1.005 }, { surcharge: POUNDS }],
    [{ surcharge: 10_000 }, { surcharge: POUNDS }],
    [{ surcharge: 'three' }, { surcharge: POUNDS }],
    [{ line: 'x'.repeat(121) }, { line: ['This must be no more than 120 characters.'] }],
    [{ line: 'a\u0000b' }, { line: ['This holds characters we cannot keep.'] }],
    [
      { holds: -1, cut_off: 'noon' },
      { holds: NUMBER, cut_off: TIME },
    ],
    [{ words: 'At the market' }, { words: ['These words say why a day is closed: close it with them.'] }],
  ])('refuses %j at its field, and changes nothing', async (body, refusal) => {
    const response = await setDay(body);
    expect([response.status, response.json()]).toEqual([400, refusal]);
    expect(await shop.deps.db.$count(deliveryDays)).toBe(0);
    expect(await readLog()).toEqual([]);
  });

  test('refuses days that are not ahead of us, and what is no day', async () => {
    const today = await setDay({ holds: 4 }, '2026-11-16');
    expect([today.status, today.json()]).toEqual([
      409,
      { detail: 'Monday 16 November is not ahead of us: it cannot be changed.' },
    ]);
    for (const day of ['2026-02-30', 'tomorrow']) expect((await setDay({ holds: 4 }, day)).status).toBe(404);
  });
});

describe('PATCH /api/desk/calendar/week/', () => {
  test('sets days of the week in one go, and takes them back', async () => {
    await setWeek({ sat: { holds: 70 }, sun: { holds: 0, cut_off: '09:30' } });
    expect(await inShop('2026-11-22')).toMatchObject({ open: false, words: 'No deliveries on Sundays' });
    await setWeek({ sun: { holds: null } });
    expect(await findDay('2026-11-22')).toMatchObject({ open: true, holds: null, cut_off: '09:30' });
    expect((await readLog())[1]).toMatchObject({
      action: 'set week',
      details: { before: { sun: { ordersADay: 0 } }, after: { sun: { ordersADay: null } } },
    });
  });

  test('refuses all of it when one day is wrong', async () => {
    const response = await setWeek({ mon: { holds: 4 }, tue: { cut_off: '9' } });
    expect([response.status, response.json()]).toEqual([
      400,
      { tue: ['A time is written as 12:00, from 00:00 to 23:59.'] },
    ]);
    expect(await shop.deps.db.$count(deliveryWeekdays)).toBe(0);
  });
});

describe('PATCH /api/desk/settings/delivery/', () => {
  const USUAL = {
    fee: 5,
    cut_off: '12:00',
    days_ahead: 60,
    orders_a_day: null,
    van_districts: null,
    florist_refund: 20,
    claims_at_once: 200,
  };

  test('sets what holds for every day, in the shop at once, and the shop begins with its defaults', async () => {
    expect((await shop.get('/api/desk/settings/delivery/', owner.headers)).json()).toEqual(USUAL);
    const wanted = {
      fee: 6.5,
      cut_off: '14:30',
      days_ahead: 30,
      orders_a_day: 40,
      van_districts: ['e9', 'ec1v', 'E8', 'W1A', 'SW1A', 'E9'],
      florist_refund: 35.5,
      claims_at_once: 0,
    };
    const response = await set(wanted);
    expect([response.status, response.json()]).toEqual([
      200,
      { ...wanted, van_districts: ['E8', 'E9', 'EC1V', 'SW1A', 'W1A'] },
    ]);
    expect((await shop.get('/api/delivery/')).json().rules).toMatchObject({
      fee: 6.5,
      cut_off: '14:30',
      days_ahead: 30,
    });
    const usual = Object.fromEntries(Object.keys(wanted).map((name) => [name, null]));
    expect((await set(usual)).json()).toEqual(USUAL);
    expect((await readLog()).map(({ action, who }) => [action, who])).toEqual([
      ['set delivery', owner.name],
      ['set delivery', owner.name],
    ]);
  });

  const POUNDS = ['An amount is written in pounds, as 3.00, and not below 0.'];
  const DISTRICTS = ['Districts are written as E8,E9,N1: what stands before the space of a postcode.'];
  test.each<[unknown, unknown]>([
    [{ fee: -1 }, { fee: POUNDS }],
    [{ fee: 'five' }, { fee: POUNDS }],
    [{ cut_off: '7:00' }, { cut_off: ['A time is written as 12:00, from 00:00 to 23:59.'] }],
    [{ days_ahead: 0 }, { days_ahead: ['A whole number from 1 to 365 is needed here.'] }],
    [{ days_ahead: 366 }, { days_ahead: ['A whole number from 1 to 365 is needed here.'] }],
    [{ orders_a_day: 'many' }, { orders_a_day: ['A whole number from 0 to 100000 is needed here.'] }],
    [{ van_districts: [] }, { van_districts: DISTRICTS }],
    [{ van_districts: ['E8', 'HACKNEY'] }, { van_districts: DISTRICTS }],
    [{ van_districts: ['EC1I'] }, { van_districts: DISTRICTS }],
    [{ van_districts: ['E99'] }, { van_districts: DISTRICTS }],
    [{ florist_refund: 0.001 }, { florist_refund: POUNDS }],
    [{ claims_at_once: -1 }, { claims_at_once: POUNDS }],
  ])('refuses %j at its field, and changes nothing', async (body, refusal) => {
    const response = await set(body);
    expect([response.status, response.json()]).toEqual([400, refusal]);
    expect(await shop.deps.db.$count(deliverySettings)).toBe(0);
  });
});
