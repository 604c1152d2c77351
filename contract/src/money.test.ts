import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPounds, MAX_PENCE, readPounds, toPence, toPounds } from './money.ts';

test('pence survive the way to pounds and back', { tags: 'G6' }, () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: MAX_PENCE }), (pence) => toPence(toPounds(pence)) === pence));
});

test('pounds are written with the sign and two decimals', { tags: ['§1.1', '§9.5', '§9.6'] }, () => {
  expect([36, 0.5, 1234.56].map(formatPounds)).toEqual(['£36.00', '£0.50', '£1,234.56']);
});

test('pounds are written as a British browser would write them', () => {
  const sterling = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
  const amounts = fc.integer({ min: -MAX_PENCE, max: MAX_PENCE }).map((pence) => pence / 100);
  fc.assert(fc.property(amounts, (pounds) => formatPounds(pounds) === sterling.format(pounds)));
});

test.each([
  ['36', 36],
  [' £36.50 ', 36.5],
  ['£ 36.00', 36],
  ['£1,200', 1200],
  ['1,234,567.5', 1_234_567.5],
  ['1200', 1200],
  ['0.29', 0.29],
  ['0', 0],
])('%j, as it is typed, is understood', (typed, pounds) => expect(readPounds(typed)).toBe(pounds));

test.each([
  '',
  '£',
  '-3',
  '1e3',
  '36.505',
  '36,5',
  '12,34',
  '1,2000',
  ',200',
  '.5',
  '36.',
  '$36',
  '££36',
  '36 pounds',
  'free',
  'NaN',
  '١٢',
  '9'.repeat(13),
])('%j is no amount', (typed) => expect(readPounds(typed)).toBeUndefined());

test('whatever amount the shop writes it also reads', () => {
  const amounts = fc.integer({ min: 0, max: 10 ** 9 }).map(toPounds);
  fc.assert(fc.property(amounts, (pounds) => readPounds(formatPounds(pounds)) === pounds));
});
