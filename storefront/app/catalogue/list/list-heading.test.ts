import { expect, test } from 'vitest';
import { headingFor } from './list-heading.ts';

test.each([
  [{}, 'All bouquets'],
  [{ category: 'bouquets' }, 'Bouquets'],
  [{ category: 'vases', occasion: 'birthday' }, 'Birthday vases'],
  [{ occasion: 'thank you' }, 'Thank you bouquets'],
  [{ colour: 'pink' }, 'Pink bouquets'],
  [{ colour: 'pink,white', flower: 'rose' }, 'Pink and white bouquets with roses'],
  [{ colour: 'pink,white', flower: 'rose', occasion: 'birthday' }, 'Pink and white birthday bouquets'],
  [{ flower: 'lavender,peony' }, 'Bouquets with lavender and peonies'],
  [{ flower: 'lily,peony,rose' }, 'Bouquets'],
  [{ colour: 'blue,pink,red' }, 'Bouquets'],
  [{ pets: 'safe' }, 'Bouquets safe around pets'],
  [{ pets: 'safe', flower: 'rose' }, 'Bouquets with roses, safe around pets'],
  [{ price: '35-50' }, 'Bouquets'],
  [{ search: 'post', colour: 'pink' }, 'Bouquets called “post”'],
])('%j is headed %s', (filters, heading) => {
  expect(headingFor(filters, undefined)).toBe(heading);
});
