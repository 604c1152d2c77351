import { expect, test } from 'vitest';
import { compareFlowers, groupFlowers } from './flower-groups.ts';

const FLOWERS = ['Peach rose (bud)', 'Red rose', 'Pink peony', 'Pale pink peony', 'Sunflower', 'Olive foliage', 'Fern'];

test('flowers stand under their kind; one that is alone, and foliage, come last', () => {
  const groups = groupFlowers(FLOWERS);
  const listed = FLOWERS.map((flower) => ({ flower, group: groups.get(flower) ?? '' })).toSorted(compareFlowers);
  expect(listed.map(({ group, flower }) => `${group}: ${flower}`)).toEqual([
    'Peonies: Pale pink peony',
    'Peonies: Pink peony',
    'Roses: Peach rose (bud)',
    'Roses: Red rose',
    'Others: Sunflower',
    'Foliage: Fern',
    'Foliage: Olive foliage',
  ]);
});
