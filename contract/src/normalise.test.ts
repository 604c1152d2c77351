import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMarkRuns, normalise, storedLength } from './normalise.ts';

const WORDS = [
  'Nguyễn Thị Hồng Nhung',
  'क्षत्रिय श्रीमती हिन्दी',
  'น้ำผึ้ง',
  'الْعَرَبِيَّةُ',
  'שָׁלוֹם',
  'ខ្មែរ',
  '한국어',
  'ﾊﾞﾗ ﾊﾟﾝｼﾞｰ',
  '👩🏽‍👩🏽‍👧🏽‍👦🏽🏴󠁧󠁢󠁳󠁣󠁴󠁿☀️',
  'ᾂ ά́',
];

test.each(WORDS)('takes what people write, whichever way their keyboard does: %s', (word) => {
  for (const form of ['NFC', 'NFKC'] as const) {
    for (const typed of [word, word.normalize('NFD'), word.normalize('NFC')]) {
      expect(normalise(form, typed, 400)).toBe(word.normalize(form));
    }
  }
});

test('a text of allowed length is never sent with more than four times as many signs', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const sign = String.fromCodePoint(code);
    if (sign.normalize('NFC') === sign && sign.normalize('NFD').length > 4 * sign.length) expect(sign).toBe('shorter');
  }
});

test('thirty marks may stand on a letter, and no more', () => {
  const marks = (count: number) => `a${'\u0323\u0301'.repeat(count / 2)}`;
  expect(normalise('NFC', marks(30), 100)).toBe(marks(30).normalize('NFC'));
  expect(normalise('NFC', marks(32), 100)).toBeUndefined();
  expect(hasMarkRuns(`${marks(30)}b${marks(30)}`)).toBe(false);
});

test('a text that is too long is not looked at', () => {
  expect(normalise('NFC', 'a'.repeat(100), 100)).toBe('a'.repeat(100));
  expect(normalise('NFC', 'a'.repeat(101), 100)).toBeUndefined();
});

test('every character that is sorted, or becomes one that is, counts as a mark', () => {
  const isMoved = (text: string) => text.normalize('NFD') !== text;
  let sorted = 0;
  for (let code = 0; code <= 0x10ffff; code++) {
    const sign = String.fromCodePoint(code);
    const [first = ''] = sign.normalize('NFKD');
    if (!isMoved(`a\u0301${first}`) && !isMoved(`a${first}\u0334`)) continue;
    sorted++;
    if (!hasMarkRuns(sign.repeat(31))) expect(code.toString(16)).toBe('a mark');
  }
  expect(sorted).toBeGreaterThan(900);
});

test('the length that is shown is the length that is kept', () => {
  expect(storedLength(' e\u0301a ', 300)).toBe(2);
  expect(storedLength('x'.repeat(5_000), 300)).toBe(5_000);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => storedLength(text, 300) <= text.length * 3),
  );
});
