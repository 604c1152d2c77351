import { expect, test } from 'vitest';
import { checkPassword } from './check-password.ts';
import { hashPassword, isPassword, OWASP_COST } from './passwords.ts';

test('keeps a password as argon2id with at least the figures of OWASP and a salt of its own', async () => {
  const [one, two] = await Promise.all([
    hashPassword('a short sentence', OWASP_COST),
    hashPassword('a short sentence', OWASP_COST),
  ]);
  const [, memory, passes, lanes, salt, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(one) ?? [];
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
  expect(Number(passes)).toBeGreaterThanOrEqual(2);
  expect(lanes).toBe('1');
  expect(Buffer.from(salt ?? '', 'base64').length).toBe(16);
  expect(Buffer.from(tag ?? '', 'base64').length).toBe(32);
  expect(one).not.toBe(two);
});

test('knows the password again, in whichever form it is typed, and no other', async () => {
  const stored = await hashPassword('crème brûlée', OWASP_COST);
  expect(await isPassword('crème brûlée'.normalize('NFD'), stored, OWASP_COST)).toBe(true);
  expect(await isPassword('creme brulee', stored, OWASP_COST)).toBe(false);
  expect(await isPassword('crème brûlée', undefined, OWASP_COST)).toBe(false);
});

test.each([
  'password',
  'PASSWORD',
  'iloveyou',
  '12345678',
  'qwertyuiop',
  'sunshine',
  'football',
  'trustno1',
  'Marigold Lane',
])('refuses what everybody uses: %s', (password) =>
  expect(checkPassword(password, {})).toEqual(['This password is too common.']),
);

test('refuses what stands beside it on the form', () => {
  const owner = { email: 'ada.lovelace@example.org', username: 'Analytical' };
  for (const password of ['ada.lovelace@example.org', 'Ada.Lovelace', 'analytical']) {
    expect(checkPassword(password, owner)).toEqual(['This is too close to your name or email address.']);
  }
});

test.each(['correct horse battery', 'aaaa bbbb', 'ünïcödé wörds', '🌷🌷🌷🌷🌷🌷🌷🌷'])(
  'asks for no capitals, figures or signs: %s',
  (password) => expect(checkPassword(password, {})).toEqual([]),
);
