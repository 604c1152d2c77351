import { expect, test } from 'vitest';
import { arrangeStops, moveTo } from './arrange-stops.ts';

const stops = (...orders: number[]) => orders.map((order) => ({ order }));

test.each([
  ['nothing is being moved', [1, 2, 3], undefined, [1, 2, 3]],
  ['the last goes first', [1, 2, 3], [3, 1, 2], [3, 1, 2]],
  ['one came meanwhile', [1, 2, 3, 9], [3, 1, 2], [3, 1, 2, 9]],
  ['one has gone meanwhile', [1, 3], [3, 2, 1], [3, 1]],
])('while %s', (_what, there, wanted, shown) => {
  expect(arrangeStops(stops(...there), wanted)).toEqual(stops(...shown));
});

test.each([
  [0, 2, [2, 3, 1]],
  [2, -1, [3, 1, 2]],
  [1, 9, [1, 3, 2]],
])('from %i to %i', (from, to, moved) => {
  expect(moveTo([1, 2, 3], from, to)).toEqual(moved);
});
