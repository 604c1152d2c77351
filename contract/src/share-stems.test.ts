import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countStems, shareStems } from './share-stems.ts';

const line = (stems: number, bouquets = 1) => ({ stems, bouquets });
const missing = (lines: ReturnType<typeof line>[], left: number) => shareStems(lines, left).map((each) => each.missing);

test('what is left goes to what leaves first, and the ticket at which it ends has its part', () => {
  const lines = [line(10), line(6), line(4), line(5)];
  expect(missing(lines, 0)).toEqual([10, 6, 4, 5]);
  expect(missing(lines, 20)).toEqual([0, 0, 0, 5]);
  expect(missing(lines, 18)).toEqual([0, 0, 2, 5]);
  expect(missing(lines, 99)).toEqual([0, 0, 0, 0]);
});

test('bouquets of one line are tied alike; what does not go round is for the next', () => {
  expect(missing([line(5, 3), line(4)], 8)).toEqual([3, 2]);
});

test('nothing is given that is not there, and nothing is kept back that somebody could use', () => {
  const lines = fc.array(
    fc.record({ stems: fc.integer({ min: 1, max: 40 }), bouquets: fc.integer({ min: 1, max: 20 }) }),
  );
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 500 }), (each, left) => {
      const shared = shareStems(each, left);
      const over = left - (countStems(each) - countStems(shared.map((one) => ({ ...one, stems: one.missing }))));
      expect(over).toBeGreaterThanOrEqual(0);
      for (const one of shared) if (one.missing > 0) expect(over).toBeLessThan(one.bouquets);
    }),
  );
});
