import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { drawPage } from './draw-page.ts';
import { findWrongNames } from './list-tests.ts';
import { PARTS } from './parts.ts';

const PAGE = new URL('../../docs/conformance.md', import.meta.url);
const DEMANDS = PARTS.flatMap(({ demands }) => demands);

describe('what was asked for', () => {
  test('is the nine sections of the specification, D1 to D19 and G1 to G39', () => {
    expect(PARTS.map(({ prefix }) => prefix)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((section) => `§${section}.`),
      'D',
      'G',
    ]);
    const lasts = Object.fromEntries(PARTS.map(({ prefix, last }) => [prefix, last]));
    expect([lasts.D, lasts.G]).toEqual([19, 39]);
  });

  test.each(PARTS.map((part) => [part.title, part] as const))(
    '%s: every number is there, once and in order',
    (_title, part) => {
      expect(part.demands.map(({ id }) => id)).toEqual(
        Array.from({ length: part.last }, (_, index) => `${part.prefix}${index + 1}`),
      );
    },
  );

  test('is said in words, each demand in its own', () => {
    expect(DEMANDS.filter(({ demand }) => demand.trim().length < 10).map(({ id }) => id)).toEqual([]);
    expect(new Set(DEMANDS.map(({ demand }) => demand)).size).toBe(DEMANDS.length);
  });

  test('has a test in every row, and none twice in one', () => {
    for (const { id, tests } of DEMANDS) {
      expect(tests.length, id).toBeGreaterThan(0);
      expect(new Set(tests.map(({ file, name }) => `${file} ${name}`)).size, id).toBe(tests.length);
    }
  });
});

test('every test named stands in its file, once', async () => {
  expect(await findWrongNames(DEMANDS)).toEqual([]);
});

test('the page is as it would be written now: npm run conformance', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(drawPage(PARTS));
});
