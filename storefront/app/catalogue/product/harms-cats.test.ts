import { expect, test } from 'vitest';
import bouquets from '../../../../catalogue/demo.json' with { type: 'json' };
import { harmsCats } from './harms-cats.ts';

const stem = (flower: string) => [{ flower, count: 3 }];

test.each([
  'White lily',
  'Pink lily (bud)',
  'Lilies',
  'Oriental LILIES',
  'Lily of the valley',
  'Orange daylily',
  'Lilium',
])('%s is not for homes with cats', (flower) => {
  expect(harmsCats([...stem('White rose'), ...stem(flower)])).toBe(true);
});

test.each(['Lilac rose', 'White lilac', 'Emily rose', 'Pink peony'])('%s is no lily', (flower) => {
  expect(harmsCats(stem(flower))).toBe(false);
});

test('of the demo bouquets, exactly those whose words warn of it', () => {
  const warned = bouquets.filter(({ description }) => /toxic/.test(description)).map(({ name }) => name);
  expect(bouquets.filter(({ stems }) => harmsCats(stems)).map(({ name }) => name)).toEqual(warned);
  expect(warned).not.toEqual([]);
});
