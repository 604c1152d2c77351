import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPounds, MAX_PENCE, toPence, toPounds } from './money.ts';

test('pence survive the way to pounds and back', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: MAX_PENCE }), (pence) => toPence(toPounds(pence)) === pence));
});

test('pounds are written with the sign and two decimals', () => {
  expect([36, 0.5, 1234.56].map(formatPounds)).toEqual(['£36.00', '£0.50', '£1,234.56']);
});

test('pounds are written as a British browser would write them', () => {
  const sterling = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });
  const amounts = fc.integer({ min: -MAX_PENCE, max: MAX_PENCE }).map((pence) => pence / 100);
  fc.assert(fc.property(amounts, (pounds) => formatPounds(pounds) === sterling.format(pounds)));
});
