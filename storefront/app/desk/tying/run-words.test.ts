import { expect, test } from 'vitest';
import { laterTime } from './run-words.ts';

test('a late run is offered the next time in steps of twenty minutes that is ahead of now', () => {
  expect(laterTime('11:00', '11:00')).toBe('11:20');
  expect(laterTime('11:00', '11:01')).toBe('11:20');
  expect(laterTime('11:00', '11:20')).toBe('11:40');
  expect(laterTime('11:00', '13:05')).toBe('13:20');
  expect(laterTime('23:30', '23:45')).toBe('23:50');
  expect(laterTime('23:30', '23:55')).toBeUndefined();
});
