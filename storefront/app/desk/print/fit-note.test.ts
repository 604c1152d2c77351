import { expect, test } from 'vitest';
import { countLines, fitNote, tidyNote } from './fit-note.ts';

const CARD = { widthMm: 72, heightMm: 100, largest: 15 };

test('a usual note has the usual size', () => {
  expect(fitNote('Happy birthday, Nell. The yellow ones are from the dog. Love, Tom and Biscuit', CARD)).toEqual({
    points: 15,
    columns: 1,
  });
});

test.each([
  ['300 letters', 'A long afternoon in the garden, and all of us in it. '.repeat(6).slice(0, 300)],
  ['300 capitals', 'W'.repeat(300)],
  ['300 Chinese signs', '祝'.repeat(300)],
  ['300 families', '👩‍👩‍👧'.repeat(300)],
  ['a word of 40 letters', 'x'.repeat(40)],
])('%s stay readable in one column', (_, note) => {
  const { points, columns } = fitNote(note, CARD);
  expect(columns).toBe(1);
  expect(points).toBeGreaterThanOrEqual(8);
});

test('a plain line is measured like the same line beside a sign of another script', () => {
  const plain = 'Happy birthday, Nell: it’s £5 of WILD illicit jam. '.repeat(6);
  // One letter with an accent, and the whole line is measured cluster by cluster.
  expect(fitNote(`${plain}é`, CARD)).toEqual(fitNote(`${plain}e`, CARD));
});

test('more lines make a smaller note, then columns', () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'a').join('\n');
  expect(fitNote(lines(20), CARD)).toMatchObject({ columns: 1 });
  expect(fitNote(lines(20), CARD).points).toBeLessThan(fitNote(lines(10), CARD).points);
  expect(fitNote(lines(150), CARD).columns).toBeGreaterThan(1);
});

test('empty lines are not counted twice', () => {
  expect(tidyNote('Love\n\n\n\n\nfrom\tus\n')).toBe('Love\n\nfrom us');
});

test('lines are counted by the width of their signs', () => {
  expect(countLines('', 86, 8)).toBe(1);
  expect(countLines('Blue door', 86, 8)).toBe(1);
  expect(countLines('字'.repeat(200), 86, 8)).toBeGreaterThan(countLines('i'.repeat(200), 86, 8));
});
