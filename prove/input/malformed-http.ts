import type { Random } from '../random.ts';
import { ATTACKS } from './attacks.ts';

/** Something that is hardly HTTP, as its bytes. */
export type MalformedRequest = {
  what: string;
  bytes: Buffer /** Not whole: to wait for the rest is right. */;
  isOpen?: boolean;
};

const PATHS = [
  '/',
  '/product',
  '/cart',
  '/api/products/',
  '/api/user/login/',
  '/api/user/orders/',
  '/health',
  '/outbox',
  '/pretended-paypal/checkoutnow',
  '/api/docs/json',
];
const METHODS = [
  'GET',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PUT',
  'DELETE',
  'PATCH',
  'POST',
  'CONNECT',
  'PROPFIND',
  'get',
  'G',
  'XYZZY',
  'POST\t',
];
const TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;;;',
  'json',
  '',
  ',',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `a/${'b'.repeat(500)}`,
];
const LOGIN = '/api/user/login/';
const FORM = '{"email":"a@example.org","password":"x"}';

const write = (line: string, headers: string[] = [], body: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`${[line, 'host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
const get = (path: string, ...headers: string[]) => write(`GET ${path} HTTP/1.1`, headers);
const post = (path: string, body: string | Buffer, ...headers: string[]) =>
  write(`POST ${path} HTTP/1.1`, [`content-length: ${Buffer.byteLength(body)}`, ...headers], body);
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n';

const MAKERS: Record<string, (dice: Random) => Omit<MalformedRequest, 'what'>> = {
  'another method': (dice) => ({
    bytes: write(`${dice.oneOf(METHODS)} ${dice.oneOf(PATHS)} HTTP/1.1`, ['connection: close']),
  }),
  'a method by another name': (dice) => ({
    bytes: get(dice.oneOf(PATHS), `x-http-method-override: ${dice.oneOf(METHODS)}`),
  }),
  'a kind that it is not': (dice) => ({ bytes: post(LOGIN, FORM, `content-type: ${dice.oneOf(TYPES)}`) }),
  'bytes that are no text': (dice) => {
    const bad = Buffer.from(Array.from({ length: dice.between(1, 60) }, () => dice.between(128, 255)));
    const body = Buffer.concat([Buffer.from('{"email":"'), bad, Buffer.from('","password":"x"}')]);
    return { bytes: post(LOGIN, body, 'content-type: application/json') };
  },
  'two lengths': (dice) => {
    const headers = dice.oneOf([
      ['content-length: 4', 'transfer-encoding: chunked'],
      ['content-length: 4', 'content-length: 5'],
      ['transfer-encoding: chunked, identity'],
      ['transfer-encoding:\tchunked', 'content-length: 60'],
      ['transfer-encoding: xchunked', 'content-length: 4'],
      ['transfer-encoding : chunked', 'content-length: 4'],
      ['content-length: +4'],
      ['content-length: 0x4'],
      ['content-length: -1'],
      ['content-length: 99999999999999999999'],
    ]);
    return {
      bytes: write(`POST ${LOGIN} HTTP/1.1`, ['content-type: application/json', ...headers], `0\r\n\r\n${SMUGGLED}`),
      isOpen: true,
    };
  },
  'chunks that are none': (dice) => {
    const body = dice.oneOf([
      'zz\r\nabc\r\n',
      '5;a=b\r\nhello\r\n0\r\n\r\n',
      '-1\r\n\r\n',
      '3\nabc\n0\n\n',
      'fffffffffffffffff\r\n',
      '2\r\nabc\r\n0\r\n\r\n',
    ]);
    return {
      bytes: write(`POST ${LOGIN} HTTP/1.1`, ['content-type: application/json', 'transfer-encoding: chunked'], body),
      isOpen: true,
    };
  },
  'a bad percent': (dice) => ({
    bytes: get(
      `${dice.oneOf(PATHS)}${dice.oneOf(['%', '%2', '%zz', '%ff', '%c0%af', '%00', '%u0041', '?%', '?a=%ff', '?search=%'])}`,
    ),
  }),
  'another writing of the address': (dice) => ({ bytes: get(rewrite(dice, dice.oneOf(PATHS))) }),
  'an address of another form': (dice) => {
    const target = dice.oneOf([
      'http://evil.example/',
      `http://127.0.0.1${LOGIN}`,
      '*',
      '//evil.example/',
      '/\\evil.example',
      '\\',
      'api/products/',
      '#',
      '?',
      'ftp://x',
      '/ HTTP/1.1 /',
    ]);
    return { bytes: get(target) };
  },
  'hostile words in the address': (dice) => {
    const words = Buffer.from(dice.oneOf(ATTACKS).slice(0, 3_000)).toString('latin1');
    return {
      bytes: get(`${dice.oneOf(PATHS)}${dice.oneOf(['', '?search=', '?'])}${words}`),
      isOpen: /[\r\n]/.test(words),
    };
  },
  'odd headers': (dice) => {
    const header = dice.oneOf([
      'host: evil.example',
      'x-forwarded-host: evil.example',
      `x-forwarded-for: ${dice.oneOf(['a', '::1%eth0', '1.1.1.1:80', '999.1.1.1', ',,,', '[::1]:80'])}`,
      `accept-encoding: ${dice.oneOf(['br;q=x', '*;q=0', 'gzip;q=0, identity;q=0', ',,,'])}`,
      `if-none-match: ${dice.oneOf(['"', 'W/', '*', '""'])}`,
      'range: bytes=5-1',
      'range: bytes=0-,0-,0-',
      'expect: 100-continue',
      'expect: nonsense',
      'upgrade: websocket\r\nconnection: upgrade',
      'connection: close, x',
      `accept: ${'a/b,'.repeat(500)}`,
      `cookie: ${'='.repeat(2_000)}`,
      'authorization: Bearer \u00ff',
      'x-original-url: /api/docs',
      ' folded: 1',
      ': 1',
      'a b: 1',
      'x: a\x01b',
      'content-encoding: gzip',
    ]);
    return { bytes: get(dice.oneOf(PATHS), header) };
  },
  'another version': (dice) => ({
    bytes: write(
      `GET ${dice.oneOf(PATHS)} ${dice.oneOf(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'HTTPS/1.1', ''])}`,
    ),
  }),
  'no HTTP at all': (dice) => ({
    bytes: Buffer.from(Array.from({ length: dice.between(20, 400) }, () => dice.between(0, 255))),
    isOpen: true,
  }),
};

function rewrite(dice: Random, path: string): string {
  return dice.oneOf([
    path.toUpperCase(),
    path.replace(/\/$/, ''),
    `${path}/`,
    path.replaceAll('/', '//'),
    `${path};jsessionid=1`,
    `/.${path}`,
    `/x/..${path}`,
    path.replaceAll('a', '%61'),
    path.replaceAll('/', '%2f'),
    `${path}.json`,
    `${path}?`,
    `${path}#a`,
    `${path}%20`,
    `${path}.`,
    path.replaceAll('/', '\\'),
    `${path}..;/`,
  ]);
}

export function makeMalformedRequest(dice: Random): MalformedRequest {
  const what = dice.oneOf(Object.keys(MAKERS));
  return { what, ...(MAKERS[what] as (dice: Random) => Omit<MalformedRequest, 'what'>)(dice) };
}
