import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMANDS, PARTS } from './demands.ts';
import { drawPage } from './draw-page.ts';
import { listShowing, ROOT, SOURCES, TAGGED } from './tagged-tests.ts';

/** The last demand of each section of the specification, and of the two tables of decisions on it. */
const LASTS = '§1.6 §2.37 §3.9 §4.19 §5.17 §6.7 §7.24 §8.29 §9.18 D19 G39'.split(' ');

/** By what else a journey is chosen: playwright.config.ts. */
const SCREENS = ['core', 'phone', 'phone-core', 'story'];

test('every number is there, once and in order', () => {
  const numbers = LASTS.map((last) => {
    const [, prefix, count] = /^(.*\D)(\d+)$/.exec(last) ?? [];
    return Array.from({ length: Number(count) }, (_, index) => `${prefix}${index + 1}`);
  });
  expect(PARTS.map(({ demands }) => demands.map(({ id }) => id))).toEqual(numbers);
});

test('each demand is said in its own words', () => {
  expect(DEMANDS.filter(({ text }) => text.trim().length < 10)).toEqual([]);
  expect(new Set(DEMANDS.map(({ text }) => text)).size).toBe(DEMANDS.length);
});

test('each demand is the tag of a test', () => {
  expect(DEMANDS.filter((demand) => listShowing(demand).length === 0)).toEqual([]);
});

test('each tag is a demand, beside the title of its test, where it is found', () => {
  for (const { file, source } of SOURCES) {
    const found = TAGGED.filter((tagged) => tagged.file === file).flatMap(({ tags }) => tags);
    const demands = found.filter((tag) => !SCREENS.includes(tag));
    expect(
      demands.filter((tag) => !DEMANDS.some(({ id }) => id === tag)),
      file,
    ).toEqual([]);
    expect(demands, file).toEqual(Array.from(source.matchAll(/'@?((?:§\d+\.|[DG])\d+)'/g), ([, id]) => id));
  }
});

test('the page names what the tags say: npm run conformance', () => {
  expect(readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8')).toBe(drawPage());
});
