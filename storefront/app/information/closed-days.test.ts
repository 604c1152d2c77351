import { expect, test } from 'vitest';
import { addDays } from '#contract/delivery.ts';
import { DEFAULT_RULES, type DeliveryRules } from '#contract/delivery-rules.ts';
import { holidayTerms, listClosures, openWeekend, reasonOf, restDays, sayRestWeekdays } from './closed-days.ts';
import { listExamples } from './delivery-examples.ts';

const withDays = (days: DeliveryRules['days']): DeliveryRules => ({ ...DEFAULT_RULES, days });
const OPENED = withDays({ '2026-12-26': { opened: true } });
const CLOSED = withDays({ '2026-11-20': { closed: 'We are at a wedding.' } });

test('by default we rest on bank holidays, in the words of always', () => {
  expect(restDays(DEFAULT_RULES)).toBe('bank holidays');
  expect(holidayTerms(DEFAULT_RULES)).toBe('There is no delivery on the bank holidays of England and Wales.');
  expect(restDays(withDays({ '2026-11-20': { surcharge: 3 } }))).toBe('bank holidays');
  expect(restDays(withDays({ '2026-12-25': { closed: 'Merry Christmas' } }))).toBe('bank holidays');
});

test('a bank holiday that is opened is not promised to be one of rest', () => {
  expect(restDays(OPENED)).toBe('some bank holidays');
  expect(holidayTerms(OPENED)).toBe(
    'There is no delivery on the bank holidays of England and Wales, except on Saturday 26 December.',
  );
  expect(restDays(OPENED, ['2026-12-24', '2026-12-25', '2026-12-26'])).toBe('some bank holidays');
  expect(restDays(OPENED, ['2026-12-26', '2026-12-27'])).toBe('');
});

test('a day that is closed is named beside them', () => {
  expect(restDays(CLOSED)).toBe('bank holidays and a few other days');
  expect(restDays(CLOSED, ['2026-11-21'])).toBe('bank holidays');
  expect(restDays(withDays({ ...OPENED.days, ...CLOSED.days }), ['2026-11-20', '2026-12-26'])).toBe('a few days');
  expect(holidayTerms(CLOSED)).toBe(
    'There is no delivery on the bank holidays of England and Wales, nor on a few other days, which the checkout marks.',
  );
});

test('the reason of a day is said behind its name', () => {
  expect(reasonOf('2026-11-20', CLOSED)).toBe(': We are at a wedding');
  expect(reasonOf('2026-12-25', DEFAULT_RULES)).toBe(': Christmas Day');
  expect(reasonOf('2026-11-21', CLOSED)).toBe('');
});

/** With these days of the week switched off, as the server writes it for the weeks that can be chosen. */
function withoutWeekdays(weekdays: number[], days: DeliveryRules['days'] = {}): DeliveryRules {
  const names = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];
  const words = (weekday: number) => ({ closed: `No deliveries on ${names[weekday]}` });
  const closed = Array.from({ length: 60 }, (_, ahead) => addDays('2026-11-16', ahead))
    .filter((day) => weekdays.includes(new Date(day).getUTCDay()))
    .map((day) => [day, words(new Date(day).getUTCDay())]);
  return {
    ...DEFAULT_RULES,
    weekdays: Object.fromEntries(weekdays.map((weekday) => [weekday, words(weekday)])),
    days: { ...Object.fromEntries(closed), ...days },
  };
}
const NO_SUNDAYS = withoutWeekdays([0]);

test('a day of the week that is switched off is named as such, and once', () => {
  expect(restDays(NO_SUNDAYS)).toBe('Sundays and bank holidays');
  expect(restDays(NO_SUNDAYS, ['2026-11-20', '2026-11-21'])).toBe('bank holidays');
  expect(restDays(withoutWeekdays([0], CLOSED.days))).toBe('Sundays, bank holidays and a few other days');
  expect(holidayTerms(NO_SUNDAYS)).toBe(
    'There is no delivery on Sundays, nor on the bank holidays of England and Wales.',
  );
  expect(sayRestWeekdays(NO_SUNDAYS)).toBe('Sundays');
  expect(sayRestWeekdays(withoutWeekdays([0, 1, 6]))).toBe('Mondays, Saturdays and Sundays');
  expect(listClosures(NO_SUNDAYS)).toEqual([]);
});

test.each([
  [[], 'Saturdays and Sundays', 'weekends'],
  [[0], 'Saturdays', 'Saturdays'],
  [[6], 'Sundays', 'Sundays'],
  [[0, 6], '', ''],
  [[1], 'Saturdays and Sundays', 'weekends'],
])('with %s switched off, %s are promised of the weekend', (weekdays, long, short) => {
  expect(openWeekend(withoutWeekdays(weekdays))).toEqual({ long, short });
});

test('a range that is closed is said once, across the holidays and Sundays in it', () => {
  const away = ['21', '22', '23', '24', '29', '30', '31'].map((date) => [`2026-12-${date}`, { closed: 'Away.' }]);
  const days = {
    ...Object.fromEntries(away),
    '2026-12-03': { closed: 'Stocktaking' },
    '2027-01-02': { closed: 'Away.' },
  };
  expect(listClosures(withoutWeekdays([0], days))).toEqual([
    'on Thursday 3 December (Stocktaking)',
    'from Monday 21 December to Saturday 2 January (Away)',
  ]);
});

test('the examples keep to the week as it is', () => {
  const arrivals = (weekdays: number[]) =>
    listExamples(withoutWeekdays(weekdays)).map(({ paid, arrives }) => `${paid}: ${arrives}`);
  const [before, after] = ['11.59 in the morning', '12 noon'];
  expect(arrivals([])).toEqual([
    `Monday, ${before}: Tuesday`,
    `Monday, ${after}: Wednesday`,
    'Friday, 9 in the morning: Saturday',
    'Saturday, 8 in the evening: Monday',
  ]);
  expect(arrivals([0])).toEqual(arrivals([]));
  expect(arrivals([6]).slice(2)).toEqual(['Friday, 9 in the morning: Sunday', 'Saturday, 8 in the evening: Monday']);
  expect(arrivals([1]).at(-1)).toBe('Saturday, 8 in the evening: Tuesday');
  expect(arrivals([2]).slice(0, 2)).toEqual([`Tuesday, ${before}: Wednesday`, `Tuesday, ${after}: Thursday`]);
  expect(arrivals([1, 2, 3, 4, 5, 0])).toEqual([
    `Friday, ${before}: Saturday`,
    `Friday, ${after}: Saturday a week later`,
    'Friday, 9 in the morning: Saturday',
    'Saturday, 8 in the evening: Saturday a week later',
  ]);
  expect(arrivals([0, 1, 2, 3, 4, 5, 6])).toEqual([]);
});
