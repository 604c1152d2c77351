import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_LINES_PER_ORDER, MAX_UNITS_PER_LINE } from './limits.ts';
import { MAX_PENCE, toPence, toPounds } from './money.ts';
import { countTotals } from './order-totals.ts';

const line = fc.record({
  pricePence: fc.integer({ min: 1, max: MAX_PENCE }),
  quantity: fc.integer({ min: 1, max: MAX_UNITS_PER_LINE }),
  availability: fc.constantFrom('on_sale' as const, 'sold_out' as const, 'withdrawn' as const),
});
const lines = fc.array(line, { maxLength: MAX_LINES_PER_ORDER });

test('the total is that of a till which rings up one bouquet after the other', () => {
  fc.assert(
    fc.property(lines, (cart) => {
      const rung = cart.flatMap(({ pricePence, quantity, availability }) =>
        availability === 'on_sale' ? Array<number>(quantity).fill(pricePence) : [],
      );
      const expected = rung.reduce((sum, pence) => sum + pence, 0);
      const fee = rung.length > 0 ? 500 : 0;
      expect(countTotals(cart)).toEqual({
        totalPence: expected,
        deliveryFeePence: fee,
        amountPence: expected + fee,
      });
    }),
  );
});

test('totals are whole pence that the database can hold, and come back from pounds unharmed', { tags: 'G6' }, () => {
  fc.assert(
    fc.property(lines, (cart) => {
      for (const pence of Object.values(countTotals(cart))) {
        expect(Number.isInteger(pence) && pence <= 2_147_483_647).toBe(true);
        expect(toPence(toPounds(pence))).toBe(pence);
      }
    }),
  );
});

test('nothing is delivered for nothing', () => {
  expect(countTotals([])).toEqual({ totalPence: 0, deliveryFeePence: 0, amountPence: 0 });
  expect(countTotals([{ pricePence: 4_000, quantity: 2, availability: 'sold_out' }]).amountPence).toBe(0);
});
