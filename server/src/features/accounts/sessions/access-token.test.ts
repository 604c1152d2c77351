import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { NotSignedIn } from '#server/errors.ts';
import { registerSomeone } from '#server/testing/people.ts';
import { sampler } from '#server/testing/sample.ts';
import { openTestShop, TEST_NOW } from '#server/testing/test-shop.ts';
import { readAccessToken } from './access-token.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
let token: string;

beforeAll(async () => {
  shop = await openTestShop();
  token = (await registerSomeone(shop)).access;
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const getProfile = (authorization: string) => shop.call('GET', '/api/user/profile/', { headers: { authorization } });
const statusOf = async (changed: string) => (await getProfile(`Bearer ${changed}`)).status;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const readPart = (part: number) => JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString());

/** Signed as we sign, with claims or a header that we would not write. */
function sign(header: object, claims: object, key: Buffer = shop.deps.secrets.accessTokens, hash = 'sha256'): string {
  const signed = `${encode({ ...readPart(0), ...header })}.${encode({ ...readPart(1), ...claims })}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

test('the token as it was issued is accepted, whichever way the scheme is written', async () => {
  expect(await statusOf(token)).toBe(200);
  expect((await getProfile(`bearer ${token}`)).status).toBe(200);
  expect(await statusOf(sign({}, {}))).toBe(200);
});

test('a token that was good is refused from the second in which it expires, with another key, and at another address', async () => {
  const { exp } = readPart(1);
  expect(await statusOf(token)).toBe(200);
  shop.setNow(new Date((exp - 1) * 1000));
  expect(await statusOf(token)).toBe(200);
  shop.setNow(new Date(exp * 1000));
  expect(await statusOf(token)).toBe(401);
  shop.setNow(TEST_NOW);
  expect(await statusOf(token)).toBe(200);
  const { config, clock, secrets } = shop.deps;
  const otherKey = { config, clock, secrets: { ...secrets, accessTokens: Buffer.alloc(32, 7) } };
  await expect(readAccessToken(otherKey, token)).rejects.toThrow(NotSignedIn);
  const elsewhere = { config: { ...config, publicUrl: 'https://other.example' }, clock, secrets };
  await expect(readAccessToken(elsewhere, token)).rejects.toThrow(NotSignedIn);
});

test('changed tokens, however many, are answered 401 and nothing else', async () => {
  const place = fc.nat(token.length - 1);
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/~ %\t');
  const anyText = fc.string({ unit: 'binary-ascii', maxLength: 200 });
  const parts = token.split('.');
  const changed = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(place, letter).map(([at, one]) => token.slice(0, at) + one + token.slice(at + 1)),
    },
    { weight: 2, arbitrary: fc.tuple(place, letter).map(([at, one]) => token.slice(0, at) + one + token.slice(at)) },
    { weight: 2, arbitrary: fc.tuple(place, place).map(([from, to]) => token.slice(0, from) + token.slice(to)) },
    { weight: 1, arbitrary: fc.shuffledSubarray([...parts, ''], { minLength: 1 }).map((some) => some.join('.')) },
    { weight: 1, arbitrary: anyText },
    {
      weight: 1,
      arbitrary: fc.json().map((claims) => `${parts[0]}.${Buffer.from(claims).toString('base64url')}.${parts[2]}`),
    },
    {
      weight: 1,
      arbitrary: fc.json().map((header) => `${Buffer.from(header).toString('base64url')}.${parts[1]}.${parts[2]}`),
    },
  );
  const many = sampler.times(10, 10_000);
  let tried = 0;
  const responses = new Map<number, number>();
  for (const one of fc.sample(
    changed.filter((text) => text.trim() !== token),
    many,
  )) {
    const { statusCode, body } = await shop.app.inject({
      url: '/api/user/profile/',
      headers: { authorization: `Bearer ${one.replaceAll(/[^\t\x20-\x7e]/g, '?')}` },
    });
    tried++;
    responses.set(statusCode, (responses.get(statusCode) ?? 0) + 1);
    if (statusCode === 401) expect(body).toBe('{"detail":"Please log in."}');
  }
  expect([tried, [...responses]]).toEqual([many, [[401, many]]]);
});

test.each<[string, () => string]>([
  ['without a signature', () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${token.split('.')[1]}.`],
  ['with alg none and our signature', () => sign({ alg: 'none' }, {})],
  ['with another algorithm', () => sign({ alg: 'HS512' }, {}, undefined, 'sha512')],
  ['signed with another key', () => sign({}, {}, Buffer.alloc(32))],
  ['signed with the key of refresh tokens', () => sign({}, {}, shop.deps.secrets.refreshTokens)],
  ['of another type', () => sign({ typ: 'JWT' }, {})],
  ['of no type', () => sign({ typ: undefined }, {})],
  ['with a critical header we do not know', () => sign({ crit: ['exp'] }, {})],
  ['for another audience', () => sign({}, { aud: 'elsewhere' })],
  ['from another issuer', () => sign({}, { iss: 'https://evil.example' })],
  ['that ran out', () => sign({}, { exp: TEST_NOW.getTime() / 1000 })],
  ['without an end', () => sign({}, { exp: undefined })],
  ['that is not yet good', () => sign({}, { nbf: TEST_NOW.getTime() / 1000 + 60 })],
  ['of nobody', () => sign({}, { sub: undefined })],
  ['of someone else in this session', () => sign({}, { sub: '2' })],
  ['of a person that is no number', () => sign({}, { sub: '1; drop table users' })],
  ['of a session that is not', () => sign({}, { sid: '00000000-0000-4000-8000-000000000000' })],
  ['of a session that is no id', () => sign({}, { sid: 'x' })],
])('refuses a token %s', async (_what, make) => {
  expect(await statusOf(make())).toBe(401);
});

test('refuses other schemes, two tokens and none', async () => {
  for (const header of [
    token,
    `Basic ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token},Bearer ${token}`,
    'Bearer',
    '',
  ]) {
    const response = await getProfile(header);
    expect([response.status, response.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  }
});
