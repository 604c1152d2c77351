import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { districtOf, formatPostcode, isPostcode } from './postcode.ts';

describe('a postcode', () => {
  test.each([
    ['sw1a1aa', 'SW1A 1AA'],
    ['SW1A 1AA', 'SW1A 1AA'],
    ['  e8   3qx ', 'E8 3QX'],
    ['m11ae', 'M1 1AE'],
    ['b338th', 'B33 8TH'],
    ['cr26xh', 'CR2 6XH'],
    ['dn551pt', 'DN55 1PT'],
    ['ec1a1bb', 'EC1A 1BB'],
    ['w1a 0ax', 'W1A 0AX'],
    ['gir0aa', 'GIR 0AA'],
    ['ｅ８ ３ｑｘ', 'E8 3QX'],
    ['E8\u00a03QX', 'E8 3QX'],
  ])('%s is kept as %s', (typed, kept) => {
    expect([isPostcode(typed), formatPostcode(typed)]).toEqual([true, kept]);
  });

  test.each(['', 'London', '75001', 'SW1A', 'SW1A 1A', '1AA SW1', 'E8 3Q1', 'E83QX9', 'E 8 3 Q X', 'D02 AF30'])(
    'that is none is left as it was typed: %s',
    (typed) => {
      expect([isPostcode(typed), formatPostcode(` ${typed} `)]).toEqual([false, typed]);
    },
  );

  test('in its usual form stays as it is, however it was typed', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z]{1,2}\d[A-Za-z\d]?\d[A-Za-z]{2}$/),
        fc.stringMatching(/^ {0,3}$/),
        (letters, gap) => {
          const typed = `${letters.slice(0, -3)}${gap}${letters.slice(-3)}`;
          const kept = formatPostcode(typed);
          expect(kept).toBe(formatPostcode(letters));
          expect(formatPostcode(kept)).toBe(kept);
          expect(isPostcode(kept)).toBe(true);
        },
      ),
    );
  });

  test('never grows by more than its space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        if (!isPostcode(typed)) expect(formatPostcode(typed)).toBe(typed.trim());
        else expect(formatPostcode(typed).length).toBeLessThanOrEqual(8);
      }),
    );
  });
});

test.each([
  ['e83qx', 'E8'],
  ['EC1A 1BB', 'EC1'],
  ['W1A 0AX', 'W1'],
  ['B33 8TH', 'B33'],
  ['N16 5AA', 'N16'],
  ['', ''],
  ['Hackney', ''],
])('the district of %s is %s', (typed, district) => {
  expect(districtOf(typed)).toBe(district);
});
