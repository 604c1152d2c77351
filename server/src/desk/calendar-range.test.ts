import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CalendarDay } from '#contract/desk-calendar.ts';
import { deliveryDays } from '#server/features/delivery/table.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { employ } from '#server/testing/staff.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

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
const setDays = (body: object) => patch('/api/desk/calendar/days/', { from: '2026-12-21', to: '2027-01-03', ...body });
const setWeek = (body: unknown) => patch('/api/desk/calendar/week/', body);
const readDays = async (from: string, to: string) =>
  shop.get(`/api/desk/calendar/days/?from=${from}&to=${to}`, owner.headers);
const inShop = async (from: string, to = from) => (await shop.get(`/api/delivery/days/?from=${from}&to=${to}`)).json();
const readLog = () => shop.deps.db.select().from(deskLog).orderBy(deskLog.id);

describe('PATCH /api/desk/calendar/days/', () => {
  test('closes a range at once with the words that customers read; bank holidays keep their names', async () => {
    await fillDay(shop.connectionString, { day: '2026-12-22', count: 3 });
    const response = await setDays({ open: false, words: ' Our holiday ' });
    const days: CalendarDay[] = response.json();
    expect([response.status, days.length, days[0]?.day, days.at(-1)?.day]).toEqual([
      200,
      14,
      '2026-12-21',
      '2027-01-03',
    ]);
    expect(days.every(({ open }) => !open)).toBe(true);
    expect(days.find(({ day }) => day === '2026-12-25')).toMatchObject({
      words: 'Christmas Day',
      own: { words: null },
    });
    expect(days.filter(({ booked }) => booked > 0)).toMatchObject([
      { day: '2026-12-22', booked: 3, words: 'Our holiday' },
    ]);
    expect((await readDays('2026-12-21', '2027-01-03')).json()).toEqual(days);
    expect(await inShop('2026-12-21', '2026-12-22')).toMatchObject([
      { open: false, words: 'Our holiday' },
      { open: false, words: 'Our holiday' },
    ]);
  });

  test('opens the days again that were closed alone, and leaves bank holidays and closed weekdays as they are', async () => {
    await setWeek({ sun: { open: false } });
    await setDays({ open: false, words: 'Our holiday' });
    await patch('/api/desk/calendar/days/2026-12-23/', { surcharge: 3 });
    const days: CalendarDay[] = (await setDays({ open: true })).json();
    expect(days.filter(({ open }) => !open).map(({ day, words }) => [day, words])).toEqual([
      ['2026-12-25', 'Christmas Day'],
      ['2026-12-26', 'Boxing Day'],
      ['2026-12-27', 'No deliveries on Sundays'],
      ['2026-12-28', 'Boxing Day (substitute)'],
      ['2027-01-01', "New Year's Day"],
      ['2027-01-03', 'No deliveries on Sundays'],
    ]);
    expect(days.find(({ day }) => day === '2026-12-23')).toMatchObject({ surcharge: 3 });
    expect(await inShop('2026-12-21')).toMatchObject([{ open: true, words: null }]);
  });

  test('is written down once, with who did it; what is already so is not', async () => {
    await patch('/api/desk/calendar/days/2026-12-23/', { open: false, words: 'Stocktaking' });
    await setDays({ open: false, words: 'Our holiday' });
    await setDays({ open: false, words: 'Our holiday' });
    expect((await readLog()).slice(1)).toMatchObject([
      {
        who: owner.name,
        staffId: owner.id,
        action: 'close days',
        subjectId: 20261221,
        details: { from: '2026-12-21', to: '2027-01-03', days: 10, before: ['Stocktaking'], after: 'Our holiday' },
      },
    ]);
    await setDays({ open: true });
    expect((await readLog())[2]).toMatchObject({
      action: 'open days',
      details: { days: 10, before: ['Our holiday'], after: 'open' },
    });
  });

  const WHY = ['Say why in one line of at most 120 characters: customers read it.'];
  test.each<[object, unknown]>([
    [{ open: false }, { words: WHY }],
    [{ open: false, words: ' ' }, { words: WHY }],
    [{ open: false, words: 'x'.repeat(121) }, { words: ['This must be no more than 120 characters.'] }],
    [{ words: 'Our holiday' }, { open: ['Say whether there are deliveries.'] }],
    [{ open: true, words: 'Our holiday' }, { words: ['These words say why a day is closed: close it with them.'] }],
    [{ open: false, words: 'Us', to: '2026-12-20' }, { to: ['The last day is before the first.'] }],
    [{ open: false, words: 'Us', to: '2027-12-22' }, { to: ['That is more than a year at once.'] }],
    [
      { open: false, words: 'Us', from: '2026-11-16' },
      { from: ['Monday 16 November is not ahead of us: it cannot be changed.'] },
    ],
    [{ open: false, words: 'Us', from: 'soon' }, { from: ['A day is written as 2026-11-17.'] }],
  ])('refuses %j at its field, and changes nothing', async (body, refusal) => {
    const response = await setDays(body);
    expect([response.status, response.json()]).toEqual([400, refusal]);
    expect(await shop.deps.db.$count(deliveryDays)).toBe(0);
    expect(await readLog()).toEqual([]);
  });
});

describe('GET /api/desk/calendar/days/', () => {
  test('refuses a range that is none', async () => {
    const answer = async (from: string, to: string) => (await readDays(from, to)).json();
    expect(await answer('2026-12-21', '2026-12-20')).toEqual({ to: ['The last day is before the first.'] });
    expect(await answer('2026-12-21', '2028-12-20')).toEqual({ to: ['That is more than a year at once.'] });
  });
});

describe('PATCH /api/desk/calendar/week/, its switches', () => {
  test('a weekday is closed and opened by a switch; its limit is what it was set to meanwhile', async () => {
    await fillDay(shop.connectionString, { day: '2026-11-22', count: 2 });
    await setWeek({ sun: { open: false } });
    expect(await inShop('2026-11-22')).toMatchObject([{ open: false, words: 'No deliveries on Sundays' }]);
    const calendar = (await shop.get('/api/desk/calendar/', owner.headers)).json();
    expect(calendar.days.find(({ day }: CalendarDay) => day === '2026-11-22')).toMatchObject({
      open: false,
      booked: 2,
    });
    await setWeek({ sun: { open: true } });
    expect(await inShop('2026-11-22')).toMatchObject([{ open: true }]);
    await setWeek({ sat: { holds: 70 } });
    // Open already: its limit stays.
    await setWeek({ sat: { open: true } });
    await setWeek({ sun: { open: true, holds: 12 } });
    expect((await readLog()).map(({ action, details }) => [action, details])).toEqual([
      ['set week', { before: { sun: { ordersADay: null } }, after: { sun: { ordersADay: 0 } } }],
      ['set week', { before: { sun: { ordersADay: 0 } }, after: { sun: { ordersADay: null } } }],
      ['set week', { before: { sat: { ordersADay: null } }, after: { sat: { ordersADay: 70 } } }],
      ['set week', { before: { sun: { ordersADay: null } }, after: { sun: { ordersADay: 12 } } }],
    ]);
  });

  test('a day that is closed holds nothing: both at once are refused', async () => {
    const response = await setWeek({ sun: { open: false, holds: 4 } });
    expect([response.status, response.json()]).toEqual([
      400,
      { sun: ['A day without deliveries takes no orders: leave out how many.'] },
    ]);
  });
});
