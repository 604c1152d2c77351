import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holidayName } from './bank-holidays.ts';

// The official dates for England and Wales, as month-day.
const OFFICIAL = {
  2026: ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28'],
  2027: ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28'],
  2028: ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26'],
  2029: ['01-01', '03-30', '04-02', '05-07', '05-28', '08-27', '12-25', '12-26'],
  2030: ['01-01', '04-19', '04-22', '05-06', '05-27', '08-26', '12-25', '12-26'],
};

// Days that lost their bank holiday to a substitute. The shop rests on them all the same.
const ON_A_WEEKEND = ['2026-12-26', '2027-12-25', '2027-12-26', '2028-01-01'];

describe('the bank holidays of England and Wales', () => {
  test.each(Object.entries(OFFICIAL))(
    'are the official ones in %s, and no other day is one',
    { tags: 'G23' },
    (year, official) => {
      const kept = ON_A_WEEKEND.filter((day) => day.startsWith(year));
      const expected = [...official.map((monthDay) => `${year}-${monthDay}`), ...kept].sort();
      expect(holidaysOf(Number(year)).map(([day]) => day)).toEqual(expected);
    },
  );

  test('have the names people know them by', () => {
    expect(holidaysOf(2026)).toEqual([
      ['2026-01-01', "New Year's Day"],
      ['2026-04-03', 'Good Friday'],
      ['2026-04-06', 'Easter Monday'],
      ['2026-05-04', 'Early May bank holiday'],
      ['2026-05-25', 'Spring bank holiday'],
      ['2026-08-31', 'Summer bank holiday'],
      ['2026-12-25', 'Christmas Day'],
      ['2026-12-26', 'Boxing Day'],
      ['2026-12-28', 'Boxing Day (substitute)'],
    ]);
  });

  // One year for each weekday Christmas can fall on.
  test.each([
    ['Monday', 2028, []],
    ['Tuesday', 2029, []],
    ['Wednesday', 2030, []],
    ['Thursday', 2031, []],
    ['Friday', 2026, [['12-28', 'Boxing Day (substitute)']]],
    [
      'Saturday',
      2027,
      [
        ['12-27', 'Christmas Day (substitute)'],
        ['12-28', 'Boxing Day (substitute)'],
      ],
    ],
    ['Sunday', 2033, [['12-27', 'Christmas Day (substitute)']]],
  ])('give the right substitutes when Christmas is a %s (%i)', (_weekday, year, substitutes) => {
    expect(holidaysOf(year, '12')).toEqual([
      [`${year}-12-25`, 'Christmas Day'],
      [`${year}-12-26`, 'Boxing Day'],
      ...substitutes.map(([monthDay, name]) => [`${year}-${monthDay}`, name]),
    ]);
  });

  // One year for each weekday New Year's Day can fall on.
  test.each([
    ['Monday', 2029, []],
    ['Tuesday', 2030, []],
    ['Wednesday', 2031, []],
    ['Thursday', 2026, []],
    ['Friday', 2027, []],
    ['Saturday', 2028, ['01-03']],
    ['Sunday', 2034, ['01-02']],
  ])("give the right substitute when New Year's Day is a %s (%i)", (_weekday, year, substitutes) => {
    expect(holidaysOf(year, '01')).toEqual([
      [`${year}-01-01`, "New Year's Day"],
      ...substitutes.map((monthDay) => [`${year}-${monthDay}`, "New Year's Day (substitute)"]),
    ]);
  });

  // The earliest and latest Easters in reach, and years in which the tables pull the full moon in by a day.
  test.each(['2008-03-24', '2025-04-21', '2038-04-26', '2049-04-19', '2076-04-20', '2285-03-23'])(
    'know Easter Monday %s',
    (day) => expect(holidayName(day)).toBe('Easter Monday'),
  );

  test('come to eight working days in every year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1978, max: 2400 }), (year) => {
        const onWorkingDays = holidaysOf(year).filter(([day]) => ![0, 6].includes(new Date(day).getUTCDay()));
        expect(onWorkingDays).toHaveLength(8);
      }),
    );
  });
});

function holidaysOf(year: number, month = ''): [day: string, name: string][] {
  const found: [string, string][] = [];
  for (
    const date = new Date(Date.UTC(year, 0, 1));
    date.getUTCFullYear() === year;
    date.setUTCDate(date.getUTCDate() + 1)
  ) {
    const day = date.toISOString().slice(0, 10);
    const name = holidayName(day);
    if (name && day.startsWith(`${year}-${month}`)) found.push([day, name]);
  }
  return found;
}
