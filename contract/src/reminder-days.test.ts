import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './delivery.ts';
import { daysIn, formatDayAndYear, formatMonthDay, nextOccurrence, nextWithNotice } from './reminder-days.ts';

describe('a date comes round', () => {
  test.each([
    [{ month: 11, day: 17 }, '2026-11-16', '2026-11-17'],
    [{ month: 11, day: 17 }, '2026-11-17', '2027-11-17'],
    [{ month: 1, day: 1 }, '2026-12-31', '2027-01-01'],
    [{ month: 12, day: 31 }, '2026-12-31', '2027-12-31'],
  ])('%j after %s on %s', (monthDay, after, expected) => {
    expect(nextOccurrence(monthDay, after)).toBe(expected);
  });

  test.each([
    ['2026-03-01', '2027-02-28'],
    ['2027-02-28', '2028-02-29'],
    ['2028-02-28', '2028-02-29'],
    ['2028-02-29', '2029-02-28'],
    ['2099-03-01', '2100-02-28'],
  ])('29 February after %s on %s', (after, expected) => {
    expect(nextOccurrence({ month: 2, day: 29 }, after)).toBe(expected);
  });

  const monthDays = fc
    .integer({ min: 1, max: 12 })
    .chain((month) => fc.record({ month: fc.constant(month), day: fc.integer({ min: 1, max: daysIn(month) }) }));
  const days = fc.integer({ min: 0, max: 50_000 }).map((count) => addDays('2000-01-01', count));

  test('once in every year, whatever the date', () => {
    fc.assert(
      fc.property(monthDays, days, (monthDay, after) => {
        const next = nextOccurrence(monthDay, after);
        expect(next > after && next <= addDays(after, 366)).toBe(true);
        expect(Number(nextOccurrence(monthDay, next).slice(0, 4))).toBe(Number(next.slice(0, 4)) + 1);
      }),
    );
  });

  test('and with its whole notice a year later at most', () => {
    fc.assert(
      fc.property(monthDays, days, fc.constantFrom(3, 7, 10, 14, 21), (monthDay, today, lead) => {
        const next = nextWithNotice(monthDay, lead, today);
        const first = nextOccurrence(monthDay, today);
        expect(addDays(next, -lead) > today).toBe(true);
        expect(next === first || addDays(first, -lead) <= today).toBe(true);
      }),
    );
  });
});

test('flowers that are ordered for this year leave the next', () => {
  const monthDay = { month: 12, day: 30 };
  expect(nextWithNotice(monthDay, 10, '2026-11-16')).toBe('2026-12-30');
  expect(nextWithNotice(monthDay, 10, '2026-11-16', '2026-12-30')).toBe('2027-12-30');
  expect(nextWithNotice(monthDay, 10, '2026-11-16', '2020-01-01')).toBe('2026-12-30');
});

test('is written as people write it', () => {
  expect(formatMonthDay({ month: 2, day: 29 })).toBe('29 February');
  expect(formatDayAndYear('2027-11-07')).toBe('Sunday 7 November 2027');
  expect([1, 2, 4, 12].map(daysIn)).toEqual([31, 29, 30, 31]);
});
