import fc from 'fast-check';
import { expect, test } from 'vitest';
import { greet } from './greet.ts';

test.each(['Ada', 'Zoë', 'Anne-Marie', "D'Arcy", 'María José', 'Ólafur', '李雷', 'Αδα', 'J. R.', 'Шура'])(
  'greets %s by name',
  (name) => {
    expect(greet(name)).toBe(`Hello ${name},`);
  },
);

test.each([
  'http://evil.example click',
  'evil.example',
  'www.evil.example',
  'Ada@evil.example',
  'Win £500 now',
  'call 0800 123',
  'You have won a prize today',
  'Ada\r\nBcc: eve@evil.example',
  'Ada\u2028evil',
  '<b>Ada</b>',
  '{{link}}',
  'evil。example',
  'A'.repeat(31),
  '',
  ' ',
])('leaves out what is no name: %j', (name) => {
  expect(greet(name)).toBe('Hello,');
});

test('no greeting holds anything that a mail program would turn into a link, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
      expect(greet(typed)).not.toMatch(/[\p{L}\p{N}]\.[\p{L}\p{N}]|[@:/<>&\p{Cc}]/u);
    }),
  );
});
