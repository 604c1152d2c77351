import { expect, test } from 'vitest';
import { wordsOf } from './day-strip.tsx';

const TILE = {
  day: '2026-11-20',
  booked: 3,
  orders: 3,
  to_tie: 3,
  delivered: 0,
  holds: null,
  open: true,
  closed: null,
};

test('a tile says how many are booked, as the dial and the calendar count them, and what leaves where that is another number', () => {
  expect(wordsOf(TILE, '2026-11-19')).toBe('3 booked');
  expect(wordsOf({ ...TILE, booked: 0 }, '2026-11-19')).toBe('0 booked, 3 leave');
  expect(wordsOf({ ...TILE, open: false, booked: 2 }, '2026-11-19')).toBe('3, list closed');
  expect(wordsOf({ ...TILE, delivered: 2 }, '2026-11-21')).toBe('2 delivered');
});
