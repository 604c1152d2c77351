import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flowText } from './flow-text.ts';

/** As a mail program reads it: RFC 3676, 4.2 to 4.4. */
const unfold = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^ /, ''))
    .reduce((all, line) => (all.endsWith(' ') ? all + line : `${all}\n${line}`));

const SENTENCE =
  'Your flowers have left us, and our driver brings them before six in the evening of the day you chose.';

test('a long line is folded after words, and can be joined again', () => {
  const folded = flowText(`Hello,\n\n${SENTENCE}\n\nSee your order:`);
  expect(folded.split('\n')).toHaveLength(6);
  for (const line of folded.split('\n')) expect(line.length).toBeLessThanOrEqual(78);
  expect(unfold(folded)).toBe(`Hello,\n\n${SENTENCE}\n\nSee your order:`);
});

test('a link stays whole on a line of its own, however long', () => {
  const link = `https://shop.example/track/${'x'.repeat(200)}`;
  expect(flowText(`Share tracking:\n${link}\nThank you.`).split('\n')).toEqual(['Share tracking:', link, 'Thank you.']);
});

test('what somebody typed is no quotation, no other letter and no line that goes on', () => {
  expect(flowText('> five\nFrom us\n  two\nend  \nnext')).toBe(' > five\n From us\n   two\nend\nnext');
});

test('any text comes through, but for spaces at the ends of lines', () => {
  const word = fc.constantFrom('a', '>', 'From', '', 'flowers', 'x'.repeat(90), '\n', '£5');
  const words = fc.array(word, { maxLength: 80, size: 'max' });
  fc.assert(
    fc.property(words, (list) => {
      const text = list
        .join(' ')
        .replaceAll(/ *\n */g, '\n')
        .trim();
      const folded = flowText(text);
      expect(unfold(folded)).toBe(text);
      for (const line of folded.split('\n')) if (!line.includes('xxx')) expect(line.length).toBeLessThanOrEqual(78);
    }),
  );
});
