import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { drawPage } from './draw-page.ts';
import { findTests } from './find-tests.ts';
import { PARTS } from './parts.ts';

const at = (path: string) => new URL(`../${path}`, import.meta.url);
const DEMANDS = PARTS.flatMap(({ demands }) => demands);
const SHOWN = DEMANDS.flatMap(({ id, tests }) => tests.map((shown) => ({ id, ...shown })));

describe('what was asked for', () => {
  test('is the nine sections of the specification, D1 to D19 and G1 to G30', () => {
    expect(PARTS.map(({ prefix }) => prefix)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((section) => `§${section}.`),
      'D',
      'G',
    ]);
    const lasts = Object.fromEntries(PARTS.map(({ prefix, last }) => [prefix, last]));
    expect([lasts.D, lasts.G]).toEqual([19, 30]);
  });

  test.each(PARTS.map((part) => [part.title, part] as const))(
    '%s: every number is there, once and in order',
    (_title, part) => {
      expect(part.demands.map(({ id }) => id)).toEqual(
        Array.from({ length: part.last }, (_, place) => `${part.prefix}${place + 1}`),
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

describe('every test named', () => {
  const files = [...new Set(SHOWN.map(({ file }) => file))].toSorted();

  test.each(files)('stands in %s', (file) => {
    expect(file).toMatch(/\.test\.ts$/);
    expect(existsSync(at(file)), `${file} is not there`).toBe(true);
    const held = findTests(readFileSync(at(file), 'utf8'));
    const wrong = SHOWN.filter((shown) => shown.file === file).flatMap(({ id, name }) => {
      const found = held.filter((path) => path === name || path.endsWith(` › ${name}`)).length;
      return found === 1 ? [] : [`${id}: "${name}" stands there ${found} times`];
    });
    expect(wrong).toEqual([]);
  });
});

test('the page is as it would be written now: npm run conformance', () => {
  expect(readFileSync(at('docs/conformance.md'), 'utf8')).toBe(drawPage(PARTS));
});
