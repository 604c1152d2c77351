import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { districtOf, districtsOf, formatPostcode, isDistrictName, isPostcode } from './postcode.ts';

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
  ])('%s is kept as %s', { tags: 'G8' }, (typed, kept) => {
    expect([isPostcode(typed), formatPostcode(typed)]).toEqual([true, kept]);
  });

  test.each([
    ['the forces', 'BF1 4AA'],
    ['the Parliament', 'SW1A 0AA'],
    ['a bank without a place', 'BX1 1LT'],
    ['Shetland', 'ZE1 0AA'],
    ['Belfast', 'BT1 5GS'],
    ['Guernsey', 'GY1 1AA'],
    ['Man', 'IM1 1AG'],
    ['Jersey', 'JE2 3AB'],
    ['the Senedd', 'CF99 1SN'],
    ['Bolton', 'BL0 0AA'],
    ['Glasgow', 'G58 1SB'],
    ['Wapping', 'E1W 1AA'],
  ])('of %s is one: %s', (_, typed) => {
    expect([isPostcode(typed), formatPostcode(typed.replace(' ', ''))]).toEqual([true, typed]);
  });

  test.each([
    'NOT A POSTCODE',
    'QQ1 1AA',
    'ZZ99 9ZZ',
    'E99 1AA',
    'SW47 1AA',
    'EC9V 1AA',
    'E8A 1AA',
    'SW1I 1AA',
    'E08 3QX',
    'GX11 1AA',
    'FIQQ 1ZZ',
    'AA1 1AA',
    'E8 3CQ',
    'BFPO 58',
    '00000',
    '90210',
    'LL1 1AA',
  ])('cannot be %s', (typed) => {
    expect(isPostcode(typed)).toBe(false);
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
        fc.stringMatching(/^(e8|SW1a|m1|B33|ec1V)\d[ab]{2}$/),
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

test('a postcode in the middle of London is in two districts, all others in one', () => {
  expect(['EC1V 9AA', 'W1A 0AX', 'SW1A 1AA', 'E8 3QX', 'nonsense'].map(districtsOf)).toEqual([
    ['EC1V', 'EC1'],
    ['W1A', 'W1'],
    ['SW1A', 'SW1'],
    ['E8'],
    [],
  ]);
});

test('a district has a name that begins postcodes', () => {
  expect(
    ['E8', 'EC1', 'EC1V', 'EC1A', 'EC4Y', 'W1A', 'SW1A', 'SE1P', 'N1C', 'NW1W', 'WC2R', 'YO31'].filter(
      (name) => !isDistrictName(name),
    ),
  ).toEqual([]);
  expect(['E', 'EC', 'HACKNEY', 'E99', 'E8V', '', 'EC1V 9', 'SW1A1'].filter(isDistrictName)).toEqual([]);
});
