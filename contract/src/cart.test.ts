import { describe, expect, test } from 'vitest';
import { noteLength, UpdateText } from './cart.ts';

const take = (text: unknown) => {
  const { data, error } = UpdateText.safeParse({ text });
  return error ? error.issues.map(({ message }) => message) : data?.text;
};
const TOO_LONG = ['Gift note must be no more than 300 characters.'];

describe('the gift note', () => {
  test.each([
    ['', 0],
    ['With love', 9],
    ['é', 1],
    ['e\u0301', 1],
    ['🌷', 1],
    ['👩‍👩‍👧‍👦', 1],
    ['🇬🇧', 1],
    ['👍🏽', 1],
    ['a\nb', 3],
    ['한국', 2],
  ])('is counted as people see it: %j is %i long', (text, length) => {
    expect(noteLength(text)).toBe(length);
  });

  test('may be 300 signs long and no longer, whatever the signs are made of', { tags: 'G22' }, () => {
    for (const sign of ['x', '🌷', 'e\u0301', '👩‍👩‍👧‍👦']) {
      expect(take(sign.repeat(300))).toBe(sign.repeat(300).normalize('NFC'));
      expect(take(sign.repeat(301))).toEqual(TOO_LONG);
    }
  });

  test('keeps its lines and spaces, in one form', () => {
    expect(take(' Dear\r\nAda,\rlove\t ')).toBe(' Dear\nAda,\nlove\t ');
    expect(take('e\u0301')).toBe('é');
  });

  test.each(['\0', '\u0007', '\u001b[31m', '\ud800'])('refuses what cannot be printed: %j', (text) => {
    expect(take(text)).toEqual(['This holds characters we cannot print.']);
  });

  test('refuses a heap of signs on one letter', () => {
    expect(take(`a${'\u0301'.repeat(10_000)}`)).toEqual(TOO_LONG);
    expect(take('x'.repeat(60_000))).toEqual(TOO_LONG);
  });

  test.each([undefined, null, 5, [], {}])('refuses what is no text: %j', (text) => {
    expect(take(text)).toHaveLength(1);
  });
});
