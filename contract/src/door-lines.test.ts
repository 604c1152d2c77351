import { expect, test } from 'vitest';
import { doorLines } from './door-lines.ts';

const STREET = '12 Gillygate';
const linesWith = (apartment_address: string) => doorLines({ apartment_address, street_address: STREET });

test.each(['-', '–', '—', '--', '.', '...', '/', '', ' ', 'n/a', 'N/A', 'N.A.', 'na', 'none', 'None', 'x', 'X', 'xx'])(
  'no flat is read where somebody typed %j only because something had to be typed',
  (typed) => {
    expect(linesWith(typed)).toEqual([STREET]);
  },
);

test.each(['Flat 2', '2', '0', 'B', 'The Nook', 'X1', 'Nan’s annexe', 'Nona House', 'Flat -1', 'Квартира 3', '三楼'])(
  '%j is read as it was typed',
  (typed) => {
    expect(linesWith(typed)).toEqual([typed, STREET]);
  },
);

test('a house that has a name and no street is read by its name', () => {
  expect(doorLines({ apartment_address: 'Rose Cottage', street_address: '-' })).toEqual(['Rose Cottage']);
});
