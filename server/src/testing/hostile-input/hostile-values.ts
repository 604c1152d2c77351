import fc from 'fast-check';
import type { Random } from '../random.ts';

/** What people and machines send to break in, to break out, or because nobody thought of it; separated by ¦. */
const TEXTS = `' or '1'='1¦'; drop table orders; --¦1 union select null, null --¦\\¦%¦</script><script>alert(1)</script>
¦<img src=x onerror=alert(1)>¦javascript:alert(1)¦{{7*7}}#{7*7}<%= 7*7 %>¦a@b.example\r\nBcc: eve@example.org
¦\r\n\r\nHTTP/1.1 200 OK\r\n\r\nhello¦../../../../etc/passwd¦..\\..\\windows\\win.ini¦%2e%2e%2f%00¦\0¦a\0b
¦\u0001\u001b[31m\u007f¦\ud800¦a\udfffb¦\u202etxt.exe¦\u200b\u200d\ufeff¦\u2028\u2029¦\u2067\u200eAda\u061c¦\u3164
¦ａｄｍｉｎ¦аdmin@example.org¦__proto__¦constructor¦toString¦hasOwnProperty¦null¦undefined¦NaN¦-0¦1e309¦0x10¦٣¦2147483648¦-1
¦ ¦¦=cmd|calc!A1¦$(id)\`id\`;id|id¦file:///etc/passwd¦http://169.254.169.254/¦2026-02-30¦9999-12-31`;

const LONG = { _: 50, '👩‍👩‍👧‍👦': 40, '9': 400, x: 20_000, '(a+)+$': 20, ﷺ: 300 };

/** A letter with marks in the order that takes longest to sort. */
const marked = (times: number) => `a${'\u0344'.repeat(times)}${'\u0327'.repeat(times)}`;

export const ATTACKS: readonly string[] = [
  ...TEXTS.split(/\n?¦/),
  ...Object.entries(LONG).map(([text, times]) => text.repeat(times)),
  `e${'\u0301'.repeat(1_000)}`,
  marked(990),
  marked(15_000),
];

/** Texts that JSON.stringify never writes; they are put where a value was. */
export const RAW_VALUES: readonly string[] = [
  ...'1e309 -1e309 -0 0.1e-400 NaN Infinity undefined 01 "\\ud800" "\\u0000" {"__proto__":{"admin":true}}'.split(' '),
  ...'{"constructor":{"prototype":{"admin":true}}} {"toString":1,"valueOf":1}'.split(' '),
  '1'.repeat(400),
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
];

export const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  Number.MAX_VALUE,
  Number.MAX_SAFE_INTEGER + 1,
  2 ** 31,
  '',
  ' ',
  'x'.repeat(50_000),
  [],
  {},
  [null],
  ['a', 'b'],
  [[[[]]]],
  { length: 1 },
  { $ne: null },
];

/** Any value at all: one that is listed, any text of any code points, or any JSON. */
export function anyValue(random: Random): unknown {
  const arbitrary = random.oneOf([
    fc.constantFrom(...ODD_VALUES, ...ATTACKS),
    fc.string({ unit: 'binary' }),
    fc.jsonValue(),
  ]);
  return fc.sample<unknown>(arbitrary, { seed: random.between(0, 2 ** 31 - 1), numRuns: 1 })[0];
}
