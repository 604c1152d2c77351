import { expect, test } from 'vitest';
import { splitName } from './save-name.ts';

test.each([
  ['Rosalind Thorne', { first_name: 'Rosalind', last_name: 'Thorne' }],
  ['  Ana  María   Souza ', { first_name: 'Ana María', last_name: 'Souza' }],
  ['Björk', { first_name: 'Björk' }],
  ['', { first_name: '' }],
])('%j is taken for %j', (typed, name) => {
  expect(splitName(typed)).toEqual(name);
});
