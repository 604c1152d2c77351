import { expect, test } from 'vitest';
import { DEFAULT_RULES, type DeliveryRules } from '#contract/delivery-rules.ts';
import { holidayTerms, reasonOf, restDays } from './closed-days.ts';

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
