import { expect, test } from 'vitest';
import { formatDate, formatWhen } from './format-when.ts';

test.each([
  ['2026-11-17T10:40:00Z', 'Now'],
  ['2026-11-17T10:31:00Z', '10:31'],
  ['2026-11-16T23:59:00Z', 'Monday 23:59'],
  ['2026-11-14T16:10:00Z', 'Saturday 16:10'],
  ['2026-11-10T10:00:00Z', 'Tue 10 Nov'],
])('%s is told as %s', (moment, words) => {
  expect(formatWhen(moment, '2026-11-17T10:42:00Z')).toBe(words);
});

test('in summer by the clock in London', () => {
  expect(formatWhen('2026-07-01T08:00:00Z', '2026-07-01T12:00:00Z')).toBe('09:00');
  expect(formatDate('2026-07-01T23:30:00Z')).toBe('Thu 2 Jul');
});
