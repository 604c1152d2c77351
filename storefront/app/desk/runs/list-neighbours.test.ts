import { expect, test } from 'vitest';
import { listNeighbours } from './list-neighbours.ts';

test.each([
  [
    ['Flat 3, Alder House', '18 Example Street', 'London E8 1AA'],
    ['14', '16', '20', '22', 'Flat 1', 'Flat 2', 'Flat 4', 'Flat 5'],
  ],
  [
    ['1', '2 Sample Mews', 'London E8'],
    ['3', '5'],
  ],
  [['The school office', 'Specimen Way'], []],
])('the doors beside %j are %j', (lines, doors) => {
  expect(listNeighbours(lines)).toEqual(doors);
});
