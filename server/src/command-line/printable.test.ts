import { describe, expect, test } from 'vitest';
import { printable, printableLines } from './printable.ts';

describe('printable', () => {
  test.each([
    ['\u001b[2J\u001b]0;owned\u0007', '\\u{1b}[2J\\u{1b}]0;owned\\u{7}'],
    ['a\r\nb\tc\u0000', 'a\\u{d}\\u{a}b\\u{9}c\\u{0}'],
    ['\u009b31m', '\\u{9b}31m'],
    ['\u202egnp.exe', '\\u{202e}gnp.exe'],
    ['line\u2028break', 'line\\u{2028}break'],
    ['\ud800', '\\u{d800}'],
  ])('writes out what a terminal would obey: %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('leaves what people write', () => {
    const text = 'Für Zoë & Seán — 花束 👩‍👩‍👧 می\u200cخواهم £5 "ok" \\';
    expect(printable(text)).toBe(text);
  });

  test('keeps the lines of a note, each of them shown', () => {
    expect(printableLines('one\n\u001btwo', '  ')).toEqual(['  one', '  \\u{1b}two']);
  });
});
