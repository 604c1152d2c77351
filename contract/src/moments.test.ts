import { describe, expect, test } from 'vitest';
import { formatMoment, whenWords } from './moments.ts';

describe('a moment is told by the clock in London', () => {
  test('with its day, for whoever reads it later', () => {
    expect(formatMoment(new Date('2026-11-16T09:46:00Z'))).toBe('Monday 16 November at 09:46');
    expect(formatMoment('2026-06-15T23:05:00Z')).toBe('Tuesday 16 June at 00:05');
  });

  test.each([
    ['2026-11-17T09:48:00Z', 'today at 09:48'],
    ['2026-11-17T23:59:00Z', 'today at 23:59'],
    ['2026-11-16T23:59:00Z', 'yesterday at 23:59'],
    ['2026-11-15T00:00:00Z', 'Sunday at 00:00'],
    ['2026-11-11T09:14:00Z', 'Wednesday at 09:14'],
    ['2026-11-10T09:14:00Z', 'Tue 10 Nov at 09:14'],
    ['2026-11-18T09:14:00Z', 'Wed 18 Nov at 09:14'],
    ['2025-11-17T09:14:00Z', 'Mon 17 Nov 2025 at 09:14'],
  ])('%s is said as %s on Tuesday 17 November', (moment, words) => {
    expect(whenWords(moment, new Date('2026-11-17T10:42:00Z'))).toBe(words);
  });

  test('in summer its day begins an hour before that of the world', () => {
    expect(whenWords('2026-06-30T23:30:00Z', '2026-07-01T12:00:00Z')).toBe('today at 00:30');
    expect(whenWords('2026-06-30T22:30:00Z', '2026-07-01T12:00:00Z')).toBe('yesterday at 23:30');
  });
});
