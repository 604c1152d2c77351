import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holidayName } from './bank-holidays.ts';
import {
  formatDay,
  formatTimeLeft,
  furthestDay,
  isAfterHolidays,
  isDeliveryDay,
  listDays,
  londonDay,
  nextChoice,
  nextDelivery,
  promiseFor,
  relativeDay,
} from './delivery.ts';
import { DEFAULT_RULES, type DeliveryRules, FURTHEST_DAYS_AHEAD } from './delivery-rules.ts';

/** Every day from the next delivery to the furthest. */
const listAll = (now: Date) => listDays(now, DEFAULT_RULES, nextDelivery(now).day, furthestDay(now));

// now → day, orderBy, cutOffPassed. Instants are in UTC, so that each line can be checked against a wall clock.
const PROMISES = [
  ['in winter, a breath before noon', '2026-11-17T11:59:59.999Z', '2026-11-18', '2026-11-17T12:00:00.000Z', false],
  ['in winter, at noon', '2026-11-17T12:00:00.000Z', '2026-11-19', '2026-11-18T12:00:00.000Z', true],
  ['in summer, a breath before noon', '2026-07-14T10:59:59.999Z', '2026-07-15', '2026-07-14T11:00:00.000Z', false],
  ['in summer, at noon', '2026-07-14T11:00:00.000Z', '2026-07-16', '2026-07-15T11:00:00.000Z', true],
  ['in summer, after midnight in London only', '2026-07-14T23:30:00Z', '2026-07-16', '2026-07-15T11:00:00.000Z', false],
  ['on a Friday, for Saturday', '2026-11-20T09:00:00Z', '2026-11-21', '2026-11-20T12:00:00.000Z', false],
  ['on a Saturday, for Sunday', '2026-11-21T09:00:00Z', '2026-11-22', '2026-11-21T12:00:00.000Z', false],

  ['the noon before clocks go forward', '2026-03-28T12:00:00Z', '2026-03-30', '2026-03-29T11:00:00.000Z', true],
  ['the minute before clocks go forward', '2026-03-29T00:59:00Z', '2026-03-30', '2026-03-29T11:00:00.000Z', false],
  ['the minute clocks go forward', '2026-03-29T01:00:00Z', '2026-03-30', '2026-03-29T11:00:00.000Z', false],
  ['the first summer morning', '2026-03-29T10:59:59.999Z', '2026-03-30', '2026-03-29T11:00:00.000Z', false],
  ['the first summer noon', '2026-03-29T11:00:00Z', '2026-03-31', '2026-03-30T11:00:00.000Z', true],
  ['the noon before clocks go back', '2026-10-24T11:00:00Z', '2026-10-26', '2026-10-25T12:00:00.000Z', true],
  ['half past one, the first time', '2026-10-25T00:30:00Z', '2026-10-26', '2026-10-25T12:00:00.000Z', false],
  ['half past one, the second time', '2026-10-25T01:30:00Z', '2026-10-26', '2026-10-25T12:00:00.000Z', false],
  ['the first winter morning', '2026-10-25T11:59:59.999Z', '2026-10-26', '2026-10-25T12:00:00.000Z', false],
  ['the first winter noon', '2026-10-25T12:00:00Z', '2026-10-27', '2026-10-26T12:00:00.000Z', true],

  ['Maundy Thursday morning', '2026-04-02T10:00:00Z', '2026-04-04', '2026-04-03T11:00:00.000Z', false],
  ['Maundy Thursday afternoon', '2026-04-02T13:00:00Z', '2026-04-04', '2026-04-03T11:00:00.000Z', true],
  ['Good Friday afternoon', '2026-04-03T13:00:00Z', '2026-04-05', '2026-04-04T11:00:00.000Z', true],
  ['Easter Day, clocks going forward', '2027-03-28T10:59:59.999Z', '2027-03-30', '2027-03-29T11:00:00.000Z', false],
  ['Christmas Eve, for the Sunday between', '2026-12-24T11:59:00Z', '2026-12-27', '2026-12-26T12:00:00.000Z', false],
  ['Boxing Day afternoon', '2026-12-26T12:00:00Z', '2026-12-29', '2026-12-28T12:00:00.000Z', true],
  ['four holidays in a row', '2027-12-24T09:00:00Z', '2027-12-29', '2027-12-28T12:00:00.000Z', false],
  ["New Year's Eve", '2026-12-31T09:00:00Z', '2027-01-02', '2027-01-01T12:00:00.000Z', false],
  ['the last minute of a year', '2029-12-31T23:59:00Z', '2030-01-02', '2030-01-01T12:00:00.000Z', true],
  ['the eve of a leap day', '2028-02-28T09:00:00Z', '2028-02-29', '2028-02-28T12:00:00.000Z', false],
] as const;

// Any instant of this century, and as many within a breath of the cut-off in winter or summer.
const anInstant = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
const nearNoon = fc
  .tuple(anInstant, fc.constantFrom(11, 12), fc.integer({ min: -2, max: 2 }))
  .map(([instant, hour, off]) => new Date(new Date(instant).setUTCHours(hour, 0, 0, off)));
const now = fc.oneof(anInstant, nearNoon);
const aDayNear = (instant: Date) =>
  fc.integer({ min: -3, max: FURTHEST_DAYS_AHEAD + 3 }).map((count) => plusDays(londonDay(instant), count));

describe('the next delivery', () => {
  test.each(PROMISES)('%s: %s brings %s', { tags: '§9.14' }, (_name, instant, day, orderBy, cutOffPassed) => {
    expect(nextDelivery(new Date(instant))).toEqual({ day, orderBy: new Date(orderBy), cutOffPassed });
  });

  test('is never today and never a holiday', () => {
    fc.assert(
      fc.property(now, (instant) => {
        const { day } = nextDelivery(instant);
        expect(day > londonDay(instant)).toBe(true);
        expect(holidayName(day)).toBeUndefined();
      }),
    );
  });

  test('never comes sooner for waiting longer', () => {
    fc.assert(
      fc.property(now, fc.nat({ max: 10 * 86_400_000 }), (instant, wait) => {
        const later = new Date(instant.getTime() + wait);
        expect(nextDelivery(later).day >= nextDelivery(instant).day).toBe(true);
      }),
    );
  });

  test('holds until its orderBy to the millisecond, and that is a noon in London', { tags: 'G14' }, () => {
    fc.assert(
      fc.property(now, (instant) => {
        const { day, orderBy } = nextDelivery(instant);
        expect(orderBy.getTime()).toBeGreaterThan(instant.getTime());
        expect(nextDelivery(new Date(orderBy.getTime() - 1)).day).toBe(day);
        expect(nextDelivery(orderBy).day > day).toBe(true);
        expect(wallClock(orderBy)).toMatch(/T12:00:00\.000Z$/);
      }),
    );
  });

  test('goes by the summer time of the law', () => {
    fc.assert(
      fc.property(now, (instant) => {
        const clock = wallClock(instant);
        expect(londonDay(instant)).toBe(clock.slice(0, 10));
        expect(nextDelivery(instant).cutOffPassed).toBe(clock.slice(11) >= '12:00:00.000Z');
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(['UTC', 'Pacific/Auckland', 'America/New_York'])('is the same on a machine set to %s', (TZ) => {
    const instants = PROMISES.map(([, instant]) => instant);
    const script = `
      import { formatDay, furthestDay, listDays, nextDelivery } from '${new URL('./delivery.ts', import.meta.url)}';
      import { DEFAULT_RULES } from '${new URL('./delivery-rules.ts', import.meta.url)}';
      const answers = ${JSON.stringify(instants)}.map((instant) => {
        const { day, orderBy, cutOffPassed } = nextDelivery(new Date(instant));
        const days = listDays(new Date(instant), DEFAULT_RULES, day, furthestDay(new Date(instant)));
        return [day, orderBy, cutOffPassed, formatDay(day), days];
      });
      console.log(JSON.stringify({ zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, answers }));`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env: { TZ } });
    const answers = PROMISES.map(([, instant, day, orderBy, cutOffPassed]) => {
      return [day, orderBy, cutOffPassed, formatDay(day), listAll(new Date(instant))];
    });
    expect(JSON.parse(String(printed))).toEqual({ zone: TZ, answers });
  });
});

describe('a chosen day', () => {
  // An order on the morning of Monday 16 November 2026.
  const monday = new Date('2026-11-16T09:46:00Z');

  test.each(['2026-11-17', '2026-11-22', '2026-12-24', '2026-12-27', '2027-01-15'])('can be %s', (day) => {
    expect(promiseFor(monday, day)).toEqual({ ok: true, day });
  });

  test.each([
    ['too-soon', ['0000-01-01', '2026-11-15', '2026-11-16']],
    ['holiday', ['2026-12-25', '2026-12-26', '2026-12-28', '2027-01-01']],
    ['too-late', ['2027-01-16', '2027-12-25', '9999-12-31']],
    ['not-a-day', ['', 'tomorrow', '2026-11-31', '2027-02-29', '2026-13-01', '2026-11-00', '2026-11-17T00:00:00Z']],
    ['not-a-day', ['2026-11-17\n', ' 2026-11-17', '26-11-17', '+002026-11-17', '２０２６-11-17']],
  ])('is refused as %s: %j', (reason, days) => {
    expect(days.map((day) => promiseFor(monday, day))).toEqual(days.map(() => ({ ok: false, reason })));
  });

  test('is tomorrow until noon, and too soon from then on', () => {
    expect(promiseFor(new Date('2026-07-14T10:59:59.999Z'), '2026-07-15').ok).toBe(true);
    expect(promiseFor(new Date('2026-07-14T11:00:00.000Z'), '2026-07-15')).toEqual({ ok: false, reason: 'too-soon' });
  });

  test('is accepted exactly when the list offers it', () => {
    const cases = now.chain((instant) => fc.tuple(fc.constant(instant), aDayNear(instant)));
    fc.assert(
      fc.property(cases, ([instant, day]) => {
        const offered = listAll(instant).some((tile) => tile.day === day && tile.open);
        expect(promiseFor(instant, day).ok).toBe(offered);
      }),
      { numRuns: 500 },
    );
  });

  test('may be any text without throwing', () => {
    const dayLike = fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/);
    fc.assert(
      fc.property(now, fc.oneof(fc.string({ unit: 'binary' }), dayLike), (instant, text) => {
        const answer = promiseFor(instant, text);
        if (answer.ok) expect(isDeliveryDay(answer.day)).toBe(true);
        expect(typeof isDeliveryDay(text)).toBe('boolean');
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the list of days', () => {
  test('starts with the next delivery, ends 60 days ahead, and leaves no day out', { tags: 'G23' }, () => {
    fc.assert(
      fc.property(now, (instant) => {
        const days = listAll(instant).map(({ day }) => day);
        const first = nextDelivery(instant).day;
        expect(days).toEqual(days.map((_, index) => plusDays(first, index)));
        expect(days.at(-1)).toBe(plusDays(londonDay(instant), 60));
      }),
    );
  });

  test('keeps the place of a holiday and names it', () => {
    const listed = listAll(new Date('2026-12-23T09:00:00Z')).slice(0, 6);
    expect(listed.map(({ day, open, words }) => [day, open, words])).toEqual([
      ['2026-12-24', true, null],
      ['2026-12-25', false, 'Christmas Day'],
      ['2026-12-26', false, 'Boxing Day'],
      ['2026-12-27', true, null],
      ['2026-12-28', false, 'Boxing Day (substitute)'],
      ['2026-12-29', true, null],
    ]);
  });

  test('says of every day that cannot be chosen why', () => {
    const afternoon = new Date('2026-12-24T13:00:00Z');
    const days = { '2026-12-25': { opened: true }, '2026-12-29': { closed: 'Stocktaking' } };
    const rules = { ...DEFAULT_RULES, days_ahead: 7, days, full: ['2026-12-27'] };
    const listed = listDays(afternoon, rules, '2026-12-23', '2027-01-02');
    expect(listed.map(({ day, words }) => [day, words])).toEqual([
      ['2026-12-23', 'We cannot deliver that soon.'],
      ['2026-12-24', 'We cannot deliver that soon.'],
      ['2026-12-25', 'It had to be ordered by 12:00 the day before.'],
      ['2026-12-26', 'Boxing Day'],
      ['2026-12-27', 'Full'],
      ['2026-12-28', 'Boxing Day (substitute)'],
      ['2026-12-29', 'Stocktaking'],
      ['2026-12-30', null],
      ['2026-12-31', null],
      ['2027-01-01', "New Year's Day"],
      ['2027-01-02', 'We deliver up to 7 days ahead.'],
    ]);
    // The cut-off has passed, and nothing would be delivered anyway.
    expect(listDays(afternoon, DEFAULT_RULES, '2026-12-25', '2026-12-25')[0]?.words).toBe('Christmas Day');
  });
});

describe('the words', () => {
  test('name a day, long and short', () => {
    expect(formatDay('2026-11-17')).toBe('Tuesday 17 November');
    expect(formatDay('2026-11-17', 'short')).toBe('Tue 17 Nov');
    expect(formatDay('2026-09-06', 'short')).toBe('Sun 6 Sep');
  });

  test('are refused for what is no day', () => {
    expect(() => formatDay('2026-02-30')).toThrow('Not a calendar day: 2026-02-30');
  });

  test.each([
    [8_040_000, '2 h 14 min'],
    [8_099_999, '2 h 14 min'],
    [86_400_000, '24 h'],
    [3_599_999, '59 min'],
    [840_000, '14 min'],
    [60_000, '1 min'],
    [59_999, 'less than a minute'],
    [0, 'less than a minute'],
    [-60_000, 'less than a minute'],
    [Number.NaN, 'less than a minute'],
  ])('say how much time %d ms are: %s', (milliseconds, words) => {
    expect(formatTimeLeft(milliseconds)).toBe(words);
  });

  test('call a day today or tomorrow by the London calendar', () => {
    const lateInUtc = new Date('2026-07-14T23:30:00Z');
    expect(relativeDay('2026-07-14', lateInUtc)).toBeUndefined();
    expect(relativeDay('2026-07-15', lateInUtc)).toBe('today');
    expect(relativeDay('2026-07-16', lateInUtc)).toBe('tomorrow');
    expect(relativeDay('2026-07-17', lateInUtc)).toBeUndefined();
  });
});

function plusDays(day: string, count: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

// A second opinion that asks no time zone data: summer time runs from 01:00 UTC on the last Sunday of March to the
// same hour on the last Sunday of October. The London wall clock, written as if it were UTC.
function wallClock(instant: Date): string {
  const lastSunday = (month: number) => {
    const end = new Date(Date.UTC(instant.getUTCFullYear(), month, 31, 1));
    return end.getTime() - end.getUTCDay() * 86_400_000;
  };
  const summer = instant.getTime() >= lastSunday(2) && instant.getTime() < lastSunday(9);
  return new Date(instant.getTime() + (summer ? 3_600_000 : 0)).toISOString();
}

describe("the owner's rules", () => {
  const monday = new Date('2026-11-16T09:46:00Z');
  const rules = (changes: Partial<DeliveryRules>): DeliveryRules => ({ ...DEFAULT_RULES, ...changes });
  const refusal = (day: string, changes: Partial<DeliveryRules>, now = monday) => {
    const promise = promiseFor(now, day, rules(changes));
    return promise.ok ? undefined : promise.reason;
  };

  test("the cut-off of a day comes from the day, else from its weekday, else from the shop's settings", () => {
    const cutOff = (changes: Partial<DeliveryRules>) => nextDelivery(monday, rules(changes)).orderBy.toISOString();
    expect(cutOff({ cut_off: '16:30' })).toBe('2026-11-16T16:30:00.000Z');
    // Tuesday is ordered on Monday.
    expect(cutOff({ cut_off: '16:30', weekdays: { 2: { cut_off: '10:15' } } })).toBe('2026-11-16T10:15:00.000Z');
    const days = { '2026-11-17': { cut_off: '11:00' } };
    expect(cutOff({ weekdays: { 2: { cut_off: '10:15' } }, days })).toBe('2026-11-16T11:00:00.000Z');
    expect(nextDelivery(monday, rules({ days: { '2026-11-17': { cut_off: '09:46' } } }))).toEqual({
      day: '2026-11-18',
      orderBy: new Date('2026-11-17T12:00:00Z'),
      cutOffPassed: true,
    });
  });

  test.each([
    ['00:00', '2026-07-14T23:00:00.000Z'],
    ['00:30', '2026-07-14T23:30:00.000Z'],
    ['23:59', '2026-07-15T22:59:00.000Z'],
  ])('a cut-off at %s in summer is at that time in London', (cut_off, orderBy) => {
    const given = rules({ days: { '2026-07-16': { cut_off } }, full: ['2026-07-15'] });
    expect(nextDelivery(new Date('2026-07-14T08:00:00Z'), given)).toMatchObject({
      day: '2026-07-16',
      orderBy: new Date(orderBy),
    });
  });

  test('at whatever time the cut-off is, the promise holds until it to the millisecond', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, time, (now, cut_off) => {
        const given = rules({ cut_off });
        const { day, orderBy } = nextDelivery(now, given);
        expect(now < orderBy).toBe(true);
        expect(promiseFor(now, day, given).ok).toBe(true);
        expect(nextDelivery(new Date(orderBy.getTime() - 1), given).day).toBe(day);
        expect(nextDelivery(orderBy, given).day > day).toBe(true);
      }),
    );
  });

  test('a closed or full day is not promised, and the next delivery is after it', () => {
    const days = { '2026-11-17': { closed: 'Stocktaking' } };
    expect(refusal('2026-11-17', { days })).toBe('closed');
    expect(refusal('2026-11-18', { days, full: ['2026-11-18'] })).toBe('full');
    expect(nextDelivery(monday, rules({ days, full: ['2026-11-18'] })).day).toBe('2026-11-19');
    const listed = listDays(
      monday,
      rules({ days: { '2026-11-18': { closed: 'A wedding' } } }),
      '2026-11-17',
      '2026-11-18',
    );
    expect(listed.map(({ open, words }) => [open, words])).toEqual([
      [true, null],
      [false, 'A wedding'],
    ]);
  });

  test('with nothing open within the days that can be chosen there is no next choice', () => {
    const days = Object.fromEntries(['2026-11-17', '2026-11-18'].map((day) => [day, { closed: 'Away' }]));
    expect(nextChoice(monday, rules({ days }))).toBe('2026-11-19');
    expect(nextChoice(monday, rules({ days, days_ahead: 3 }))).toBe('2026-11-19');
    expect(nextChoice(monday, rules({ days, days_ahead: 2 }))).toBeUndefined();
    expect(nextChoice(monday, rules({ full: ['2026-11-17', '2026-11-18'], days_ahead: 2 }))).toBeUndefined();
  });

  test('only what bank holidays alone keep back is said to come after them', () => {
    const thursday = new Date('2026-12-24T09:00:00Z');
    expect(isAfterHolidays(thursday, '2026-12-27', DEFAULT_RULES)).toBe(true);
    expect(isAfterHolidays(thursday, '2026-12-29', rules({ days: { '2026-12-27': { closed: 'Away' } } }))).toBe(false);
    expect(isAfterHolidays(thursday, '2026-12-29', rules({ full: ['2026-12-27'] }))).toBe(false);
    expect(isAfterHolidays(monday, '2026-11-17', DEFAULT_RULES)).toBe(false);
  });

  test('a bank holiday can be opened', () => {
    const december = new Date('2026-12-24T09:00:00Z');
    expect(refusal('2026-12-26', {}, december)).toBe('holiday');
    expect(nextDelivery(december, rules({ days: { '2026-12-26': { opened: true } } })).day).toBe('2026-12-26');
  });

  test('days can be chosen as far ahead as the owner says', () => {
    expect(refusal('2026-11-23', { days_ahead: 7 })).toBeUndefined();
    expect(refusal('2026-11-24', { days_ahead: 7 })).toBe('too-late');
  });

  test('with every day closed there is still an answer, and it cannot be ordered', () => {
    const full = Array.from({ length: 500 }, (_, count) => plusDays('2026-11-16', count));
    const { day } = nextDelivery(monday, rules({ full }));
    expect(refusal(day, { full })).toBe('too-late');
    const listed = listDays(monday, rules({ full }), '2026-11-17', '2027-01-15');
    expect(listed.filter(({ open, words }) => open || !words)).toEqual([]);
  });
});
