import { describe, expect, test } from 'vitest';
import { ChangeRun, readTime, SAY_TIME } from './runs.ts';

describe('the time a run leaves', () => {
  test.each([
    ['9:30', '09:30'],
    ['09:30', '09:30'],
    ['930', '09:30'],
    ['9.30', '09:30'],
    ['1130', '11:30'],
    ['0005', '00:05'],
    [' 23:59 ', '23:59'],
  ])('is read from %o', (typed, time) => {
    expect(readTime(typed)).toBe(time);
    expect(ChangeRun.parse({ leaves_at: typed })).toEqual({ leaves_at: time });
  });

  test.each(['', '9', '25:00', '2500', '11:60', '1:1', '11:300', 'noon', '9-30'])('is not %o', (typed) => {
    expect(readTime(typed)).toBeUndefined();
    expect(ChangeRun.safeParse({ leaves_at: typed }).error?.issues.map(({ message }) => message)).toEqual([SAY_TIME]);
  });
});
