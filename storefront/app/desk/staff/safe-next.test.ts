import { expect, test } from 'vitest';
import { safeNext } from './safe-next.ts';

test.each([
  ['/desk/ticket/12', '/desk/ticket/12'],
  ['/desk', '/desk'],
  [null, '/desk'],
  ['https://evil.example/desk', '/desk'],
  ['//evil.example', '/desk'],
  ['/desk/../profile', '/desk'],
  ['/desk\\@evil.example', '/desk'],
  ['/desktop', '/desk'],
])('after signing in for %s one is at %s', (wanted, next) => {
  expect(safeNext(wanted)).toBe(next);
});
