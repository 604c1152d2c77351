import { describe, expect, test } from 'vitest';
import { Register } from './accounts.ts';
import { line, optionalLine, paragraphs } from './text.ts';

const TOO_LONG = ['This must be no more than 80 characters.'];
const UNFIT = ['This holds characters we cannot keep.'];
const BLANK = ['This field may not be blank.'];

type Taken = ReturnType<ReturnType<typeof line>['safeParse']>;
const read = ({ data, error }: Taken) => (error ? error.issues.map(({ message }) => message) : data);
const takeLine = (text: unknown) => read(line(80).safeParse(text));
const takeOptional = (text: unknown) => read(optionalLine(80).safeParse(text));
const takeParagraphs = (text: unknown) => read(paragraphs(80).safeParse(text));
const ALL = [takeLine, takeOptional, takeParagraphs];

describe('what people type', () => {
  test.each(['Nguyễn Thị Hồng Nhung', 'श्रीमती', 'น้ำผึ้ง', 'می\u200cخواهم', 'שרה', '👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '☀️', 'ℵ ﷺ'])(
    'is kept, in one form: %s',
    (text) => {
      for (const take of ALL) {
        for (const form of ['NFC', 'NFD']) expect(take(` ${text.normalize(form)} `)).toBe(text.normalize('NFC'));
      }
    },
  );

  test('may be as long as allowed however many signs it is sent with', () => {
    for (const letter of ['ᾂ', '각', 'ệ']) {
      for (const take of ALL) expect(take(letter.repeat(80).normalize('NFD'))).toBe(letter.repeat(80));
      for (const take of ALL) expect(take(letter.repeat(81).normalize('NFD'))).toEqual(TOO_LONG);
    }
  });

  test('is refused once and in the same words, however long it is', () => {
    for (const text of ['x'.repeat(81), 'x'.repeat(60_000), `a${'\u0344'.repeat(16_000)}\0`, ' '.repeat(60_000)]) {
      for (const take of ALL) expect(take(text)).toEqual(TOO_LONG);
    }
  });

  test('is refused with a heap of marks on one letter, or a control', () => {
    for (const text of [`a${'\u0301'.repeat(31)}`, 'a\0b', 'a\u001b[31m', '\ud800']) {
      for (const take of ALL) expect(take(text)).toEqual(UNFIT);
    }
  });
});

describe('what cannot be seen', () => {
  const TURNING = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];
  const UNSEEN = [
    '\u061c',
    '\u200e',
    '\u200f',
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u{e0067}',
    '\ufff9',
  ];

  test('is dropped from a line: it could only make it look like another', () => {
    for (const mark of [...TURNING, ...UNSEEN]) {
      expect(takeLine(`${mark}A${mark}da${mark}`)).toBe('Ada');
      expect(takeOptional(`${mark}+44 7700 900123${mark}`)).toBe('+44 7700 900123');
    }
  });

  test('leaves several lines only if it turns them around', () => {
    for (const mark of TURNING) expect(takeParagraphs(`Lovely${mark}\nroses`)).toBe('Lovely\nroses');
    expect(takeParagraphs('שלום!\u200f\nok')).toBe('שלום!\u200f\nok');
  });

  test('is no name by itself', () => {
    for (const text of ['\u202e', '\u200d\u200c', '\u3164', '\u2800', ' \ufe0f '])
      expect(takeLine(text)).toEqual(BLANK);
    expect(takeOptional('\u202e')).toBe('');
  });
});

test('a form with every field far too long is refused with each field once', () => {
  const long = 'x'.repeat(60_000);
  const form = { username: long, email: long, password1: long, password2: long, first_name: long, last_name: long };
  const { error } = Register.safeParse(form);
  expect(error?.issues.map(({ path }) => path[0])).toEqual([
    'username',
    'password1',
    'email',
    'first_name',
    'last_name',
  ]);
});
