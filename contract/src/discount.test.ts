import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CODE_KINDS, countDiscount } from './discount.ts';

const carts = fc
  .record({
    goodsPence: fc.integer({ min: 1, max: 50 * 20 * 1_000_000 }),
    deliveryPence: fc.integer({ min: 0, max: 2_000 }),
    surchargePence: fc.integer({ min: 0, max: 2_000 }),
  })
  .map(({ surchargePence, ...cart }) => ({
    ...cart,
    amountPence: cart.goodsPence + cart.deliveryPence + surchargePence,
  }));
const codes = fc.oneof(
  fc.record({ kind: fc.constant(CODE_KINDS[0]), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant(CODE_KINDS[1]), value: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.constant({ kind: CODE_KINDS[2], value: 0 }),
);
const of = (goodsPence: number, deliveryPence = 500) => ({
  goodsPence,
  deliveryPence,
  amountPence: goodsPence + deliveryPence,
});

test('goods never fall below nothing, something is always left to pay, and all of it is whole pence', () => {
  fc.assert(
    fc.property(codes, carts, (code, cart) => {
      const discount = countDiscount(code, cart);
      expect(Number.isInteger(discount) && discount >= 0).toBe(true);
      expect(discount).toBeLessThanOrEqual(code.kind === 'free delivery' ? cart.deliveryPence : cart.goodsPence);
      expect(cart.amountPence - discount).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
});

test('a percentage is exact to the penny, and half a penny is rounded up', () => {
  const percent = (value: number, goods: number) => countDiscount({ kind: 'percent', value }, of(goods));
  expect([percent(10, 3_600), percent(10, 3_604), percent(10, 3_605), percent(15, 2_999)]).toEqual([
    360, 360, 361, 450,
  ]);
  expect([percent(1, 49), percent(1, 50), percent(33, 9_999)]).toEqual([0, 1, 3_300]);
  // In floating point 1.15 × 100 is less than 115.
  expect(percent(100, 115)).toBe(115);
});

test('pounds and percent leave the delivery to be paid', () => {
  expect(countDiscount({ kind: 'percent', value: 100 }, of(3_600))).toBe(3_600);
  expect(countDiscount({ kind: 'pounds', value: 10_000 }, of(3_600))).toBe(3_600);
  expect(countDiscount({ kind: 'pounds', value: 500 }, of(3_600))).toBe(500);
});

test('where delivery costs nothing, a penny is left to pay', () => {
  expect(countDiscount({ kind: 'percent', value: 100 }, of(3_600, 0))).toBe(3_599);
  expect(countDiscount({ kind: 'free delivery', value: 0 }, of(3_600, 0))).toBe(0);
});

test('free delivery takes off the delivery and nothing else', () => {
  expect(countDiscount({ kind: 'free delivery', value: 0 }, of(3_600))).toBe(500);
  expect(countDiscount({ kind: 'free delivery', value: 0 }, { ...of(3_600), amountPence: 4_400 })).toBe(500);
});

test('an empty cart gets nothing off', () => {
  for (const kind of CODE_KINDS) {
    expect(countDiscount({ kind, value: 10 }, of(0, 0))).toBe(0);
  }
});
