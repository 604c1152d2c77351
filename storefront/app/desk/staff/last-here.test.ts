import { expect, test } from 'vitest';
import { lastHere } from './last-here.ts';

test.each([
  ['2026-11-17T10:40:00Z', 'Now'],
  ['2026-11-17T10:31:00Z', 'Today at 10:31'],
  ['2026-11-14T16:10:00Z', 'Saturday at 16:10'],
])('%s is told as %s', (moment, words) => {
  expect(lastHere(moment, '2026-11-17T10:42:00Z')).toBe(words);
});
